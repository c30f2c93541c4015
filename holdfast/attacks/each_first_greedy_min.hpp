#pragma once

#include "holdfast/attacks/game_adversary.hpp"

namespace holdfast {

/// greedy-min after each possible first deletion; the worst counts (the first on ties).
class HOLDFAST_EXPORT EachFirstGreedyMin : public GameAdversary {
 public:
  std::string name() const override { return "first-greedy-min"; }

 private:
  Deletion play(Game& game, Item tau) const override;
  /// The second deletion is the best answer to each first.
  bool is_exact(Item tau) const override { return tau <= 2; }
};

}  // namespace holdfast
