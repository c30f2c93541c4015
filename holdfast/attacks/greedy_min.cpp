#include "holdfast/attacks/greedy_min.hpp"

#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/state_game.hpp"

namespace holdfast {

/// Always through States, as the paper defines this adversary, even where a faster game exists.
Deletion GreedyMin::do_attack(const State& state, Item tau) const {
  StateGame game(state);
  Deletion deletion = greedy_min(game, tau);
  deletion.proven = tau == 1;
  deletion.evaluations = game.evaluations();
  return deletion;
}

}  // namespace holdfast
