#include "holdfast/attacks/game_adversaries.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/attacks/try_all.hpp"
#include "holdfast/core/errors.hpp"

namespace holdfast {
namespace {

/// Without this margin, as a share of f(S), rounding could make a bound false.
constexpr double rounding = 1e-9;
/// Multiplications that trying all deletions may take where a game can.
constexpr double work_of_trying = 5e10;

Deletion greedy_min_after_each_first(Game& game, Item tau) {
  Deletion worst;
  for (const Item first : Items(game.set())) {
    Deletion next = greedy_min(game, tau, std::span(&first, 1));
    if (next.value < worst.value) worst = std::move(next);
  }
  return worst;
}

Deletion grow_min_from_each(Game& game, Item tau) {
  constexpr std::size_t improved = 4;
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

Deletion attack_only(Game& game, Item tau) { return strong_attack(game, tau); }

Deletion attack_and_prove(Game& game, Item tau) {
  const double deletions = count_deletions(game.set().size(), tau);
  if (deletions <= settled_deletions ||
      deletions * game.objective().gain_cost() <= work_of_trying) {
    if (auto all = game.try_all(tau)) return *std::move(all);
  }
  Deletion worst = strong_attack(game, tau, no_threshold, Effort::thorough);
  if (worst.proven) return worst;
  try {
    return game.prove(worst, std::max<std::int64_t>(1, game.nodes_per_second() / 4));
  } catch (const NumericFailure&) {
    return worst;  // not proven
  }
}

/// The paper's four adversaries, improved by exchanges; infinite if a fit fails.
Deletion papers_attack(const State& state, Item tau) {
  try {
    return ImprovedByExchanges(std::make_unique<PaperAdversaries>()).attack(state, tau);
  } catch (const NumericFailure&) {
    return {};
  }
}

}  // namespace

EachFirstGreedyMin::EachFirstGreedyMin()
    : GameAdversary("first-greedy-min", greedy_min_after_each_first, 2) {}
GrowMin::GrowMin() : GameAdversary("grow-min", grow_min_from_each, 1) {}
PairGreedy::PairGreedy() : GameAdversary("pair-greedy", pair_greedy, 2) {}
Strong::Strong(Effort effort)
    : GameAdversary("strong", effort == Effort::quick ? attack_only : attack_and_prove, 1),
      effort_(effort) {}

Deletion GameAdversary::do_attack(const State& state, Item tau) const {
  state.run().check_stop();
  const auto game = game_at(state);
  Deletion found = play_(*game, tau);
  found.adversary.clear();
  found.value = value_without(state, found.items);
  found.proven = found.proven || tau <= exact_up_to_;
  // The value itself may be negative by rounding.
  found.at_least = std::max(0.0, std::min(found.at_least - rounding * state.value(), found.value));
  found.evaluations = game->evaluations();
  return found;
}

Deletion Strong::do_attack(const State& state, Item tau) const {
  Deletion worst = GameAdversary::do_attack(state, tau);
  if (worst.proven || effort_ == Effort::quick) return worst;
  Deletion other = papers_attack(state, tau);
  worst.evaluations += other.evaluations;
  if (other.value < worst.value) {
    worst.items = std::move(other.items);
    worst.value = other.value;
    worst.at_least = std::min(worst.at_least, worst.value);
  }
  return worst;
}

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
