#include "holdfast/experiments/attacks.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/adversaries/greedy_max.hpp"
#include "holdfast/adversaries/greedy_min.hpp"
#include "holdfast/adversaries/random_greedy_min.hpp"
#include "holdfast/adversaries/stochastic_greedy_min.hpp"

namespace holdfast::experiments {
namespace {

constexpr double epsilon = 0.1;

/// Counts the attack; it becomes the cell's result if nobody left less before.
double keep(Deletion deletion, CellResult& result) {
  const double value = deletion.value;
  result.evaluations += deletion.evaluations;
  if (result.adversary.empty() || value < result.worst) {
    result.worst = value;
    result.deleted = std::move(deletion.items);
    result.adversary = std::move(deletion.adversary);
  }
  return value;
}

/// The beginnings of one attack: what each cell's tau would have deleted, with f of the rest.
void attack_by_prefixes(const Adversary& adversary, const State& state, std::span<CellResult> cells,
                        double AdversaryValues::*value) {
  const auto largest =
      std::ranges::max_element(cells, {}, [](const CellResult& result) { return result.cell.tau; });
  const Deletion whole = adversary.attack(state, largest->cell.tau);
  std::unique_ptr<State> left;
  for (auto& result : cells) {
    if (&result == &*largest) {
      result.adversaries.*value = keep(whole, result);
      continue;
    }
    const auto tau = static_cast<std::size_t>(result.cell.tau);
    if (!left || left->size() + tau < state.size()) left = state.clone();
    for (std::size_t i = state.size() - left->size(); i < tau; ++i) left->remove(whole.items[i]);
    Deletion part{whole.adversary,
                  {whole.items.begin(), whole.items.begin() + result.cell.tau},
                  left->value(),
                  false,
                  0,
                  0.0};
    result.adversaries.*value = keep(std::move(part), result);
  }
}

void attack_by_chance(const State& state, int repeats, CellResult& result) {
  const Item tau = result.cell.tau;
  AdversaryValues& found = result.adversaries;
  found.random = found.random_once = keep(RandomGreedyMin(1).attack(state, tau), result);
  found.stochastic = found.stochastic_once =
      keep(StochasticGreedyMin(epsilon, 1).attack(state, tau), result);
  if (repeats == 1) return;
  found.random = keep(RandomGreedyMin(repeats).attack(state, tau), result);
  found.stochastic = keep(StochasticGreedyMin(epsilon, repeats).attack(state, tau), result);
}

}  // namespace

void attack_cells(const State& state, int repeats, std::span<CellResult> cells) {
  attack_by_prefixes(GreedyMin(), state, cells, &AdversaryValues::greedy_min);
  attack_by_prefixes(GreedyMax(), state, cells, &AdversaryValues::greedy_max);
  for (auto& result : cells) attack_by_chance(state, repeats, result);
}

}  // namespace holdfast::experiments
