#pragma once

#include "holdfast/attacks/game_adversary.hpp"

namespace holdfast {

/// The judge: the attacks of strong_attack.hpp, then branch and bound for about a quarter of a
/// second (a number of nodes), then, unless the worst case is proven by then, the paper's four
/// adversaries with their default options. So it never leaves more than one of these would.
class HOLDFAST_EXPORT Strong : public GameAdversary {
 public:
  std::string name() const override { return "strong"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;
  Deletion play(Game& game, Item tau) const override;
};

}  // namespace holdfast
