#include "holdfast/attacks/game_adversary.hpp"

#include <utility>

#include "holdfast/attacks/strong_attack.hpp"

namespace holdfast {

Adversary::Attack GameAdversary::do_attack(const State& state, Item tau) const {
  state.run().check_stop();
  const auto game = game_of(state);
  Strike found = strike(*game, tau);
  const auto left = state.clone();
  for (const Item item : found.deleted) left->remove(item);
  return {std::move(found.deleted), left->value(), is_exact(tau), game->evaluations(), {}, 0.0};
}

}  // namespace holdfast
