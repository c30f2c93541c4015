#pragma once

#include "holdfast/core/adversary.hpp"
#include "holdfast/attacks/game.hpp"

namespace holdfast {

/// An adversary that plays on a Game. The value it reports is that of a State, like everybody's.
class HOLDFAST_EXPORT GameAdversary : public Adversary {
 private:
  virtual Strike strike(Game& game, Item tau) const = 0;
  /// Whether the strike is the worst possible for this tau.
  virtual bool is_exact(Item tau) const { return tau == 1; }

  Attack do_attack(const State& state, Item tau) const override;
};

}  // namespace holdfast
