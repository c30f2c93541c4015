#include "holdfast/experiments/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "holdfast/adversaries/greedy_max.hpp"
#include "holdfast/adversaries/greedy_min.hpp"
#include "holdfast/adversaries/random_greedy_min.hpp"
#include "holdfast/adversaries/stochastic_greedy_min.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/experiments/one_thread.hpp"

namespace holdfast::experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double epsilon = 0.1;

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

/// Lets every adversary of the paper loose on the set; fills what they found.
void attack(const State& state, int repeats, CellResult& result) {
  const Item tau = result.cell.tau;
  const auto keep = [&](Deletion deletion) {
    const bool first = result.adversary.empty();
    const double value = deletion.value;
    result.evaluations += deletion.evaluations;
    if (first || value < result.worst) {
      result.worst = value;
      result.deleted = std::move(deletion.items);
      result.adversary = deletion.adversary;
    }
    return value;
  };
  AdversaryValues& values = result.adversaries;
  values.greedy_min = keep(GreedyMin().attack(state, tau));
  values.greedy_max = keep(GreedyMax().attack(state, tau));
  values.random = values.random_once = keep(RandomGreedyMin(1).attack(state, tau));
  values.stochastic = values.stochastic_once =
      keep(StochasticGreedyMin(epsilon, 1).attack(state, tau));
  if (repeats > 1) {
    values.random = keep(RandomGreedyMin(repeats).attack(state, tau));
    values.stochastic = keep(StochasticGreedyMin(epsilon, repeats).attack(state, tau));
  }
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
  for (const auto& cell : cells) ks.push_back(cell.k);
  std::ranges::sort(ks);
  const auto repeated = std::ranges::unique(ks);
  ks.erase(repeated.begin(), repeated.end());
  return ks;
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
  // Measured on one core: what one item of one loss costs, and one item of one greedy step.
  switch (experiment->data) {
    case DataKind::mnist:
      return 1e-5 * steps + 1e-3 * k * k;
    case DataKind::logistic:
      return 1e-8 * steps + 1e-5 * k * k;
    default:
      return 1e-9 * steps + 1e-5 * k * k;
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

  UnitResult done;
  std::unique_ptr<State> state;
  const Selection* previous = nullptr;
  for (const auto& cell : unit.cells) {
    const auto at = std::ranges::lower_bound(ks, cell.k) - ks.begin();
    const Selection& selection = selections[static_cast<std::size_t>(at)];
    if (&selection != previous)
      done.evaluations = std::max(done.evaluations, selection.evaluations);
    previous = &selection;
    const auto started = Clock::now();
    CellResult result;
    result.cell = cell;
    result.selected = selection.items();
    result.value = selection.value;
    move_to(state, *objective, run, result.selected);
    attack(*state, unit.experiment->repeats, result);
    if (!unit.experiment->score.empty() && !unit.method->sweep_only) {
      result.score = trial.score(*objective, left_of(result.selected, result.deleted));
    }
    result.seconds = seconds_since(started);
    done.cells.push_back(std::move(result));
  }
  done.seconds = seconds_since(began);
  return done;
}

}  // namespace holdfast::experiments
