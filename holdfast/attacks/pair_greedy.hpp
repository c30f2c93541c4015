#pragma once

#include "holdfast/attacks/game_adversary.hpp"

namespace holdfast {

/// Deletes pair by pair, each time the pair whose joint deletion lowers f most; the last item alone
/// if tau is odd. Exact for tau <= 2.
class HOLDFAST_EXPORT PairGreedy : public GameAdversary {
 public:
  std::string name() const override { return "pair-greedy"; }

 private:
  Deletion play(Game& game, Item tau) const override;
  bool is_exact(Item tau) const override { return tau <= 2; }
};

}  // namespace holdfast
