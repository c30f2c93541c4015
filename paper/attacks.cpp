#include "paper/attacks.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast::paper {
namespace {

/// Counts the attack. It becomes the cell's result if it leaves less than all earlier ones. Attacks
/// that delete the same set in another order differ only by rounding; the first one gets the
/// credit.
double keep(Deletion deletion, CellResult& result) {
  const double value = deletion.value;
  result.evaluations += deletion.evaluations;
  if (result.adversary.empty() ||
      value < result.worst - TieRule::width(result.worst, result.value)) {
    result.worst = value;
    result.deleted = std::move(deletion.items);
    result.adversary = std::move(deletion.adversary);
  }
  return value;
}

Item largest_tau(std::span<const CellResult> cells) {
  Item tau = 0;
  for (const auto& result : cells) tau = std::max(tau, result.cell.tau);
  return tau;
}

/// For each cell, the first tau deletions of an attack with the largest tau, with f of what they
/// leave (for the whole attack it may be known already).
void keep_beginnings(const Deletion& whole, std::optional<double> left_by_whole, const State& state,
                     std::span<CellResult> cells, double AdversaryValues::*value) {
  auto left_after = [&, left = std::unique_ptr<State>()](std::size_t tau) mutable {
    if (tau == whole.items.size() && left_by_whole) return *left_by_whole;
    if (!left || left->size() + tau < state.size()) left = state.clone();
    for (std::size_t i = state.size() - left->size(); i < tau; ++i) left->remove(whole.items[i]);
    return left->value();
  };
  for (auto& result : cells) {
    Deletion part{whole.adversary,
                  {whole.items.begin(), whole.items.begin() + result.cell.tau},
                  left_after(static_cast<std::size_t>(result.cell.tau)),
                  false,
                  result.cell.tau == static_cast<Item>(whole.items.size()) ? whole.evaluations : 0,
                  0.0};
    result.adversaries.*value = keep(std::move(part), result);
  }
}

void attack_at_random(const State& state, int repeats, CellResult& result) {
  const Item tau = result.cell.tau;
  AdversaryValues& found = result.adversaries;
  found.random = found.random_once = keep(RandomGreedyMin(1).attack(state, tau), result);
  found.stochastic = found.stochastic_once =
      keep(StochasticGreedyMin(stochastic_epsilon, 1).attack(state, tau), result);
  if (repeats == 1) return;
  const int more = repeats - 1;
  found.random = std::min(found.random, keep(RandomGreedyMin(more, 1).attack(state, tau), result));
  found.stochastic =
      std::min(found.stochastic,
               keep(StochasticGreedyMin(stochastic_epsilon, more, 1).attack(state, tau), result));
}

void credit_one(std::span<CellResult> cells) {
  for (auto& result : cells) {
    const double left = result.worst;
    result.adversaries = {left, left, left, left, left, left};
  }
}

}  // namespace

MaxOrder greedy_max_order(const Objective& objective, const Run& run, const Items& set, Item tau,
                          const Items& of_larger) {
  const auto deleted = objective.start(run);
  Items candidates = set;
  std::ranges::sort(candidates);
  const auto take = [&](Item item) {
    deleted->add(item);
    std::erase(candidates, item);
  };
  const auto wanted = static_cast<std::size_t>(tau);
  for (const Item item : of_larger) {
    if (deleted->size() == wanted || !std::ranges::binary_search(candidates, item)) break;
    take(item);
  }
  while (deleted->size() < wanted) {
    run.check_stop();
    take(deleted->largest_gains(candidates, 1).front().item);
  }
  return {deleted->items(), deleted->evaluations()};
}

void attack_cells(const State& state, int repeats, const MaxOrder& max_order,
                  std::span<CellResult> cells) {
  const Deletion by_greedy_min = GreedyMin().attack(state, largest_tau(cells));
  keep_beginnings(by_greedy_min, by_greedy_min.value, state, cells, &AdversaryValues::greedy_min);
  const Deletion by_greedy_max{
      GreedyMax().name(), max_order.items, 0.0, false, max_order.evaluations, 0.0};
  keep_beginnings(by_greedy_max, {}, state, cells, &AdversaryValues::greedy_max);
  for (auto& result : cells) attack_at_random(state, repeats, result);
}

void attack_cells_by_greedy_min(const State& state, std::span<CellResult> cells) {
  const Deletion all = GreedyMin().attack(state, largest_tau(cells));
  keep_beginnings(all, all.value, state, cells, &AdversaryValues::greedy_min);
  credit_one(cells);
}

void attack_cells_by_strong(const State& state, std::span<CellResult> cells) {
  for (auto& result : cells) {
    keep(Strong(Effort::quick).attack(state, result.cell.tau), result);
  }
  credit_one(cells);
}

}  // namespace holdfast::paper
