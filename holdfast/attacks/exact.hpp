#pragma once

#include <cstdint>

#include "holdfast/attacks/game_adversaries.hpp"

namespace holdfast {

/// The worst deletion, proven; or, if the budget runs out first, the worst one found and a proven
/// lower bound on what any deletion leaves. Up to a few thousand deletions are all tried, and among
/// equally bad ones the one with the lowest items is returned. Beyond that, branch and bound starts
/// from the attacks of `strong` (Game::prove), and which of several equally bad deletions is
/// returned is unspecified. tau <= 2 is always proven, and so is a set with at most 10,000
/// deletions.
class HOLDFAST_EXPORT Exact : public GameAdversary {
 public:
  static constexpr std::int64_t default_most_nodes = 100'000;

  /// `most_nodes` limits the branch and bound.
  explicit Exact(std::int64_t most_nodes = default_most_nodes);

 private:
  Deletion do_attack(const State& state, Item tau) const override;
};

}  // namespace holdfast
