#include "holdfast/attacks/moves.hpp"

#include <algorithm>

namespace holdfast {

Deletion greedy_min(Game& game, Item tau, std::span<const Item> forced, double stop_below,
                    const Swap* swap) {
  game.count_attack();
  const auto wanted = static_cast<std::size_t>(tau);
  Deletion deletion;
  deletion.items.reserve(wanted);
  game.begin_deleting(tau, swap);
  for (const Item item : forced) {
    if (deletion.items.size() == wanted) break;
    if (game.remove(item)) deletion.items.push_back(item);
  }
  while (deletion.items.size() < wanted && game.left() > stop_below)
    deletion.items.push_back(game.remove_worst());
  deletion.value = game.left();
  return deletion;
}

Deletion grow_min(Game& game, Item tau, Item first, double prune_above, VisitedSets& visited) {
  game.count_attack();
  const auto survivors = static_cast<Item>(game.set().size()) - tau;
  game.begin_growing(survivors);
  game.keep(first);
  Items kept{first};
  std::uint64_t fingerprint = VisitedSets::fingerprint(first);
  while (visited.insert(fingerprint) && game.kept() <= prune_above) {
    if (std::ssize(kept) == survivors) {
      Deletion deletion;
      deletion.items = difference(game.set(), kept);
      deletion.value = game.kept();
      return deletion;
    }
    kept.push_back(game.keep_least());
    fingerprint += VisitedSets::fingerprint(kept.back());
  }
  return {};
}

Deletion pair_greedy(Game& game, Item tau) {
  game.count_attack();
  Deletion deletion;
  game.begin_deleting(tau);
  while (std::ssize(deletion.items) + 2 <= tau) {
    const auto [first, second] = game.worst_pair();
    game.remove(first);
    game.remove(second);
    deletion.items.insert(deletion.items.end(), {first, second});
  }
  if (std::ssize(deletion.items) < tau) deletion.items.push_back(game.remove_worst());
  deletion.value = game.left();
  return deletion;
}

Deletion improve_by_exchanges(Game& game, Deletion deletion) {
  for (;;) {
    const Exchange best = game.best_exchange(deletion.items);
    deletion.value = best.value;
    if (best.spared < 0) return deletion;
    *std::ranges::find(deletion.items, best.spared) = best.taken;
  }
}

}  // namespace holdfast
