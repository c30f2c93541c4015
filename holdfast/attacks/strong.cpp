#include "holdfast/attacks/strong.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "holdfast/attacks/improved_by_exchanges.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/attacks/strong_attack.hpp"

namespace holdfast {

Deletion Strong::do_attack(const State& state, Item tau) const {
  Deletion worst = GameAdversary::do_attack(state, tau);
  if (worst.proven) return worst;
  Deletion other = ImprovedByExchanges(std::make_unique<PaperAdversaries>()).attack(state, tau);
  worst.evaluations += other.evaluations;
  if (other.value < worst.value) {
    worst.items = std::move(other.items);
    worst.value = other.value;
    worst.at_least = std::min(worst.at_least, worst.value);
  }
  return worst;
}

Deletion Strong::play(Game& game, Item tau) const {
  Deletion worst = strong_attack(game, tau);
  if (worst.proven) return worst;
  return game.prove(worst, std::max<std::int64_t>(1, game.nodes_per_second() / 4));
}

}  // namespace holdfast
