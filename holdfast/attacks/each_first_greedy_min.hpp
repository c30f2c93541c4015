#pragma once

#include "holdfast/attacks/game_adversary.hpp"

namespace holdfast {

/// Runs greedy-min after each possible first deletion and keeps the worst result (the first on
/// ties). Exact for tau <= 2.
class HOLDFAST_EXPORT EachFirstGreedyMin : public GameAdversary {
 public:
  std::string name() const override { return "first-greedy-min"; }

 private:
  Deletion play(Game& game, Item tau) const override;
  /// For each first deletion, greedy-min finds the worst second one.
  bool is_exact(Item tau) const override { return tau <= 2; }
};

}  // namespace holdfast
