#include "holdfast/attacks/game_adversary.hpp"

namespace holdfast {

Deletion GameAdversary::do_attack(const State& state, Item tau) const {
  state.run().check_stop();
  const auto game = game_at(state);
  Deletion found = play(*game, tau);
  found.adversary.clear();
  found.value = value_without(state, found.items);
  found.proven = is_exact(tau);
  found.evaluations = game->evaluations();
  return found;
}

}  // namespace holdfast
