#pragma once

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// The worst deletion, proven; or, when the budget ends first, the worst that was found and a
/// proven lower bound on what any deletion leaves. A few thousand subsets are all tried, and of
/// equally bad ones that with the lowest items is returned; beyond that the search is branch and
/// bound from what `strong` finds (Game::prove), and which of equally bad ones is returned is open.
/// tau <= 2 is always proven.
class HOLDFAST_EXPORT Exact : public Adversary {
 public:
  static constexpr std::int64_t default_most_nodes = 100'000;

  /// At most so many nodes of the branch and bound.
  explicit Exact(std::int64_t most_nodes = default_most_nodes);

  std::string name() const override { return "exact"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;

  std::int64_t most_nodes_;
};

}  // namespace holdfast
