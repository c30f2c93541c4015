#include "holdfast/attacks/each_first_greedy_min.hpp"

#include <utility>

#include "holdfast/attacks/moves.hpp"

namespace holdfast {

Deletion EachFirstGreedyMin::play(Game& game, Item tau) const {
  Deletion worst;
  for (const Item first : Items(game.set())) {
    Deletion next = greedy_min(game, tau, std::span(&first, 1));
    if (next.value < worst.value) worst = std::move(next);
  }
  return worst;
}

}  // namespace holdfast
