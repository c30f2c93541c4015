#include "holdfast/attacks/each_first_greedy_min.hpp"

#include <utility>

namespace holdfast {

Strike EachFirstGreedyMin::strike(Game& game, Item tau) const {
  Strike worst;
  for (const Item first : Items(game.set())) {
    Strike next = game.greedy_min(tau, std::span(&first, 1), Game::never);
    if (next.value < worst.value) worst = std::move(next);
  }
  return worst;
}

}  // namespace holdfast
