#include "holdfast/experiments/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/experiments/attacks.hpp"
#include "holdfast/experiments/one_thread.hpp"

namespace holdfast::experiments {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What algorithms and adversaries of a trial draw from.
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t trial) {
  constexpr std::uint64_t streams_of_trials = 0x747269616c000000ULL;
  return Random(seed, streams_of_trials ^ trial).bits();
}

/// Moves to S_k by what is missing where S_k extends what is there, and anew otherwise.
void move_to(std::unique_ptr<State>& state, const Objective& objective, const Run& run,
             const Items& items) {
  const bool extends = state && state->size() <= items.size() &&
                       std::equal(state->items().begin(), state->items().end(), items.begin());
  if (!extends) state = objective.start(run);
  for (std::size_t i = state->size(); i < items.size(); ++i) state->add(items[i]);
}

Items left_of(const Items& selected, Items deleted) {
  std::ranges::sort(deleted);
  Items left;
  for (const Item item : selected) {
    if (!std::ranges::binary_search(deleted, item)) left.push_back(item);
  }
  return left;
}

std::vector<Item> sizes_of(const std::vector<Cell>& cells) {
  std::vector<Item> ks;
  ks.reserve(cells.size());
  for (const auto& cell : cells) ks.push_back(cell.k);
  std::ranges::sort(ks);
  ks.erase(std::unique(ks.begin(), ks.end()), ks.end());
  return ks;
}

/// The cells that a selection serves.
std::vector<CellResult> empty_results(const std::vector<Cell>& cells, const Selection& selection) {
  std::vector<CellResult> results;
  for (const auto& cell : cells) {
    if (cell.k != selection.problem.k) continue;
    CellResult& result = results.emplace_back();
    result.cell = cell;
    result.selected = selection.items();
    result.value = selection.value;
  }
  return results;
}

/// The order of greedy-max for each selection, the largest set first: the others begin like it as
/// long as they can.
std::vector<MaxOrder> greedy_max_orders(const Unit& unit, const Objective& objective,
                                        const Run& run, const std::vector<Selection>& selections) {
  std::vector<MaxOrder> orders(selections.size());
  Items larger;
  Items of_larger;
  for (std::size_t i = selections.size(); i-- > 0;) {
    Item tau = 0;
    for (const auto& cell : unit.cells) {
      if (cell.k == selections[i].problem.k) tau = std::max(tau, cell.tau);
    }
    Items set = selections[i].items();
    std::ranges::sort(set);
    if (!std::ranges::includes(larger, set)) of_larger.clear();
    orders[i] = greedy_max_order(objective, run, set, tau, of_larger);
    of_larger = orders[i].items;
    larger = std::move(set);
  }
  return orders;
}

}  // namespace

std::string Unit::describe() const {
  std::string text = fmt::format("figure {} ({}), trial {}, {}", experiment->figure,
                                 experiment->title, trial + 1, method->id);
  if (tau >= 0) text += fmt::format(", tau {}", tau);
  return text;
}

double Unit::weight() const {
  double steps = 0.0;
  for (const auto& cell : cells) {
    steps += static_cast<double>(cell.tau) * cell.k * cell.k * (2 + 2 * experiment->repeats);
  }
  const double k = cells.empty() ? 0.0 : cells.back().k;
  // Seconds of one core, measured: what one item of one loss costs, and one item of one greedy
  // step.
  switch (experiment->data) {
    case DataKind::mnist:
      return 1.4e-6 * steps + 1.4e-4 * k * k;
    case DataKind::logistic:
      return 2e-8 * steps + 2e-5 * k * k;
    default:
      return 4.5e-10 * steps + 4.5e-6 * k * k;
  }
}

std::vector<Unit> units_of(const Experiment& experiment, std::uint64_t trial) {
  std::vector<Unit> units;
  for (const auto& method : experiment.methods) {
    const auto first = units.size();
    if (method.follows_tau) {
      for (const Item tau : experiment.taus())
        units.push_back({&experiment, &method, trial, tau, {}});
    } else {
      units.push_back({&experiment, &method, trial, -1, {}});
    }
    for (const auto& cell : experiment.cells) {
      if (!method.make(cell.tau)->feasible({cell.k, cell.tau})) continue;
      for (auto unit = units.begin() + static_cast<std::ptrdiff_t>(first); unit != units.end();
           ++unit) {
        if (unit->tau < 0 || unit->tau == cell.tau) unit->cells.push_back(cell);
      }
    }
  }
  std::erase_if(units, [](const Unit& unit) { return unit.cells.empty(); });
  for (auto& unit : units) {
    std::ranges::stable_sort(unit.cells, {}, &Cell::k);
  }
  return units;
}

UnitResult perform(const Unit& unit, const Trial& trial, std::uint64_t seed,
                   const std::atomic<bool>* stop) {
  const auto began = Clock::now();
  Run::Options run_options = one_thread(seed_of(seed, unit.trial));
  run_options.stop_requested = stop;
  const Run run(run_options);
  const auto objective = trial.objective();
  const auto ks = sizes_of(unit.cells);
  const Item tau = std::max(unit.tau, Item{0});
  const auto selections = unit.method->make(tau)->sweep(*objective, ks, tau, run);

  const auto max_orders = greedy_max_orders(unit, *objective, run, selections);
  const int repeats = unit.method->sweep_only ? 1 : unit.experiment->repeats;

  UnitResult done;
  std::unique_ptr<State> state;
  for (std::size_t i = 0; i < ks.size(); ++i) {
    done.evaluations = std::max(done.evaluations, selections[i].evaluations);
    const auto started = Clock::now();
    std::vector<CellResult> same_set = empty_results(unit.cells, selections[i]);
    move_to(state, *objective, run, same_set.front().selected);
    attack_cells(*state, repeats, max_orders[i], same_set);
    for (auto& result : same_set) {
      if (!unit.experiment->score.empty() && !unit.method->sweep_only) {
        result.score = trial.score(*objective, left_of(result.selected, result.deleted));
      }
      result.seconds = seconds_since(started) / static_cast<double>(same_set.size());
      done.cells.push_back(std::move(result));
    }
  }
  done.seconds = seconds_since(began);
  return done;
}

}  // namespace holdfast::experiments
