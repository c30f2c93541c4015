#include "holdfast/attacks/grow_min.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "holdfast/attacks/moves.hpp"

namespace holdfast {
namespace {

constexpr std::size_t improved = 4;

}  // namespace

Deletion GrowMin::play(Game& game, Item tau) const {
  std::vector<Deletion> grown;
  VisitedSets visited;
  for (const Item first : Items(game.set())) {
    Deletion deletion = grow_min(game, tau, first, unlimited, visited);
    if (deletion.value < unlimited) grown.push_back(std::move(deletion));
  }
  std::ranges::stable_sort(grown, {}, &Deletion::value);
  Deletion worst = grown.front();
  for (std::size_t i = 0; i < std::min(improved, grown.size()); ++i) {
    Deletion better = improve_by_exchanges(game, std::move(grown[i]));
    if (better.value < worst.value) worst = std::move(better);
  }
  return worst;
}

}  // namespace holdfast
