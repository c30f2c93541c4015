#include "holdfast/attacks/exact.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/attacks/try_all.hpp"

namespace holdfast {

Exact::Exact(std::int64_t most_nodes) : most_nodes_(most_nodes) {
  if (most_nodes < 1)
    throw std::invalid_argument(
        fmt::format("the limit on nodes must be 1 or more, got {}", most_nodes));
}

Deletion Exact::do_attack(const State& state, Item tau) const {
  if (count_deletions(state.size(), tau) > settled_deletions)
    return GameAdversary::do_attack(state, tau);
  Deletion worst = settle(state, tau);
  worst.adversary.clear();
  worst.value = value_without(state, worst.items);
  return worst;
}

Deletion Exact::play(Game& game, Item tau) const {
  return game.prove(strong_attack(game, tau), most_nodes_);
}

}  // namespace holdfast
