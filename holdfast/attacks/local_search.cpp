#include "holdfast/attacks/local_search.hpp"

#include <utility>

#include "holdfast/attacks/strong_attack.hpp"

namespace holdfast {

ImprovedByExchanges::ImprovedByExchanges(std::unique_ptr<Adversary> base) : base_(std::move(base)) {}

ImprovedByExchanges::~ImprovedByExchanges() = default;

std::string ImprovedByExchanges::name() const { return base_->name() + "+ls"; }

Adversary::Attack ImprovedByExchanges::do_attack(const State& state, Item tau) const {
  Deletion first = base_->attack(state, tau);
  const auto game = game_of(state);
  Strike better = game->improve({std::move(first.items), first.value});
  const auto left = state.clone();
  for (const Item item : better.deleted) left->remove(item);
  // What was proven the worst cannot have been improved.
  return {std::move(better.deleted),
          left->value(),
          first.proven,
          first.evaluations + game->evaluations(),
          {},
          first.at_least};
}

}  // namespace holdfast
