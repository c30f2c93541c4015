#pragma once

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// An adversary that plays on a Game. The value it reports is that of a State, as for every other
/// adversary.
class HOLDFAST_EXPORT GameAdversary : public Adversary {
 protected:
  Deletion do_attack(const State& state, Item tau) const override;

 private:
  /// May fill `proven` and `at_least`.
  virtual Deletion play(Game& game, Item tau) const = 0;
  /// Whether it always finds the worst deletion for this tau.
  virtual bool is_exact(Item tau) const { return tau == 1; }
};

}  // namespace holdfast
