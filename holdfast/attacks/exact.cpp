#include "holdfast/attacks/exact.hpp"

#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/attacks/try_all.hpp"
#include "holdfast/core/require.hpp"

namespace holdfast {

Exact::Exact(std::int64_t most_nodes)
    : GameAdversary(
          "exact",
          [most_nodes](Game& game, Item tau) {
            return game.prove(strong_attack(game, tau), most_nodes);
          },
          1) {
  require(most_nodes >= 1, "the limit on nodes must be 1 or more, got {}", most_nodes);
}

Deletion Exact::do_attack(const State& state, Item tau) const {
  if (count_deletions(state.size(), tau) > settled_deletions)
    return GameAdversary::do_attack(state, tau);
  Deletion worst = settle(state, tau);
  worst.adversary.clear();
  worst.value = value_without(state, worst.items);
  return worst;
}

}  // namespace holdfast
