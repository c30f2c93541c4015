#include "holdfast/attacks/improved_by_exchanges.hpp"

#include <utility>

#include "holdfast/attacks/moves.hpp"

namespace holdfast {

ImprovedByExchanges::ImprovedByExchanges(std::unique_ptr<Adversary> base)
    : base_(std::move(base)) {}

ImprovedByExchanges::~ImprovedByExchanges() = default;

std::string ImprovedByExchanges::name() const { return base_->name() + "+ls"; }

Deletion ImprovedByExchanges::do_attack(const State& state, Item tau) const {
  Deletion first = base_->attack(state, tau);
  const auto game = game_at(state);
  // A deletion proven to be the worst cannot be improved, so its proof and interval stay valid.
  Deletion better = improve_by_exchanges(*game, std::move(first));
  better.adversary.clear();
  better.value = value_without(state, better.items);
  better.evaluations += game->evaluations();
  return better;
}

}  // namespace holdfast
