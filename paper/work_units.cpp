#include "paper/work_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <utility>

#include "holdfast/algorithms/guard_path_algorithm.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "paper/attacks.hpp"
#include "paper/one_thread.hpp"

namespace holdfast::paper {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The seed of all algorithms and adversaries of a trial.
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t trial) {
  constexpr std::uint64_t streams_of_trials = 0x747269616c000000ULL;
  return Random(seed, streams_of_trials ^ trial).bits();
}

/// Moves the State to `items`: by adding what is missing where they extend its set, from scratch
/// otherwise.
void move_to(std::unique_ptr<State>& state, const Objective& objective, const Run& run,
             const Items& items) {
  const bool extends = state && state->size() <= items.size() &&
                       std::equal(state->items().begin(), state->items().end(), items.begin());
  if (!extends) state = objective.start(run);
  for (std::size_t i = state->size(); i < items.size(); ++i) state->add(items[i]);
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

/// The order of greedy-max for each selection. The largest set goes first: the others share the
/// beginning of its order.
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

/// Attacks the selections of a unit one after the other, as the experiment decides.
class Attack {
 public:
  Attack(const Unit& unit, const Objective& objective, const Run& run,
         const std::vector<Selection>& selections)
      : unit_(unit), objective_(objective), run_(run) {
    const Decisions& decisions = unit.experiment->decisions;
    // With fixed weights, every set has a game of its own.
    if (decisions.attackers == Attackers::paper && decisions.remains == Remains::refitted) {
      max_orders_ = greedy_max_orders(unit, objective, run, selections);
    }
  }

  /// `cells` are those of the selection.
  void on_selection(std::size_t selection, std::vector<CellResult>& cells) {
    const Items& set = cells.front().selected;
    if (unit_.experiment->decisions.remains == Remains::refitted) {
      move_to(state_, objective_, run_, set);
      return strike(*state_, max_orders_.empty() ? MaxOrder() : max_orders_[selection], cells);
    }
    const auto fixed = with_fixed_weights(objective_, set);
    std::unique_ptr<State> state;
    move_to(state, *fixed, run_, set);
    Item tau = 0;
    for (const auto& result : cells) tau = std::max(tau, result.cell.tau);
    strike(*state, greedy_max_order(*fixed, run_, set, tau, {}), cells);
  }

 private:
  void strike(const State& state, const MaxOrder& max_order, std::vector<CellResult>& cells) const {
    switch (unit_.experiment->decisions.attackers) {
      case Attackers::paper: return attack_cells(state, unit_.repeats(), max_order, cells);
      case Attackers::greedy_min: return attack_cells_by_greedy_min(state, cells);
      case Attackers::strong: return attack_cells_by_strong(state, cells);
    }
  }

  const Unit& unit_;
  const Objective& objective_;
  const Run& run_;
  std::vector<MaxOrder> max_orders_;
  std::unique_ptr<State> state_;
};

/// Measured seconds of one core, roughly.
struct Pace {
  double loss;         ///< of one item in greedy-min, for each item of the set
  double greedy_step;  ///< of one item in greedy, for each item of the set
  double walk;         ///< of beta-path's choices, for each cube of the items of the largest set
  double path;         ///< attacks that beta-path makes for each item of the set
  double strong;       ///< attacks that `strong` is worth, for each item of the set
  double node;         ///< of branch and bound, for each cube of the items of the set

  double attack(const Cell& cell) const { return loss * cell.tau * cell.k * cell.k; }
};

Pace pace_of(DataKind data) {
  switch (data) {
    case DataKind::mnist: return {1.4e-6, 1.4e-4, 2.5e-4, 1.5, 0.04, 0.0};
    case DataKind::logistic: return {2e-8, 2e-5, 1e-5, 5.0, 0.1, 0.0};
    default: return {4.5e-10, 4.5e-6, 0.0, 2.0, 3.0, 3e-10};
  }
}

bool is_one_of(const std::vector<Method>& methods, const Method* method) {
  return std::ranges::any_of(methods, [&](const Method& one) { return &one == method; });
}

/// The units of one method: one for each tau if the method looks at tau, otherwise one.
void add_units(const Experiment& experiment, const Method& method, std::uint64_t trial,
               const std::vector<Cell>& cells, std::vector<Unit>& units) {
  const auto taus = method.follows_tau ? experiment.taus() : std::vector<Item>{-1};
  for (const Item tau : taus) {
    Unit unit{&experiment, &method, trial, tau, {}};
    std::ranges::copy_if(cells, std::back_inserter(unit.cells), [&](const Cell& cell) {
      return (tau < 0 || tau == cell.tau) && method.make(cell.tau)->feasible({cell.k, cell.tau});
    });
    std::ranges::stable_sort(unit.cells, {}, &Cell::k);
    if (!unit.cells.empty()) units.push_back(std::move(unit));
  }
}

Run::Options run_options(const Unit& unit, std::uint64_t seed, const std::atomic<bool>* stop) {
  Run::Options options = one_thread(seed_of(seed, unit.trial));
  options.stop_requested = stop;
  return options;
}

}  // namespace

std::string Unit::describe() const {
  std::string text = fmt::format("{}{}figure {} ({}), trial {}, {}", experiment->reading,
                                 experiment->reading.empty() ? "" : ": ", experiment->figure,
                                 experiment->title, trial + 1, method->id);
  if (tau >= 0) text += fmt::format(", tau {}", tau);
  return text;
}

double Unit::weight() const {
  const Pace pace = pace_of(experiment->data);
  const double k = cells.empty() ? 0.0 : cells.back().k;
  const bool is_robust = is_one_of(experiment->robust_methods, method);
  double seconds = pace.greedy_step * k * k + (is_robust ? pace.walk * k * k * k : 0.0);
  for (const auto& cell : cells) {
    const double attack = pace.attack(cell);
    seconds += attack * (2 + 2 * experiment->repeats);
    if (is_robust) seconds += attack * (pace.path * cell.k + static_cast<double>(method->budget));
  }
  return seconds * experiment->pace;
}

double Unit::weight_of_judging() const {
  const Pace pace = pace_of(experiment->data);
  double seconds = 0.0;
  for (const auto& cell : cells) {
    const double k = cell.k;
    seconds += pace.strong * k * pace.attack(cell) +
               pace.node * k * k * k * static_cast<double>(experiment->proof_nodes);
  }
  return seconds;
}

std::vector<Unit> units_of(const Experiment& experiment, std::uint64_t trial, Share share) {
  std::vector<Unit> units;
  if (share != Share::robust) {
    const auto& cells = share == Share::paper ? experiment.cells : experiment.judged_cells;
    for (const auto& method : experiment.methods) {
      if (share == Share::judged && method.sweep_only) continue;
      add_units(experiment, method, trial, cells, units);
    }
  }
  if (share != Share::paper) {
    for (const auto& method : experiment.robust_methods) {
      add_units(experiment, method, trial, experiment.judged_cells, units);
    }
  }
  return units;
}

std::vector<Unit> units_of_trials(const Experiment& experiment, std::uint64_t trials, Share share) {
  std::vector<Unit> units;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    auto more = units_of(experiment, trial, share);
    std::ranges::stable_sort(more, std::greater<>(), [&](const Unit& unit) {
      return share == Share::judged ? unit.weight_of_judging() : unit.weight();
    });
    std::ranges::move(more, std::back_inserter(units));
  }
  return units;
}

UnitResult perform(const Unit& unit, const Trial& trial, std::uint64_t seed,
                   const std::atomic<bool>* stop, std::shared_ptr<GuardSets> sets) {
  const auto began = Clock::now();
  const Run run(run_options(unit, seed, stop));
  const auto objective = trial.objective();
  const auto ks = sizes_of(unit.cells);
  const Item tau = std::max(unit.tau, Item{0});
  const auto algorithm = unit.method->make(tau);
  if (auto* follower = dynamic_cast<GuardPathAlgorithm*>(algorithm.get())) {
    follower->share(std::move(sets));
  }
  const auto selections = algorithm->sweep(*objective, ks, tau, run);
  // A stopped algorithm may return the best set so far, which is not the result of a finished run.
  if (stop != nullptr && *stop) throw Interrupted();

  UnitResult done;
  Attack attack(unit, *objective, run, selections);
  for (std::size_t i = 0; i < ks.size(); ++i) {
    done.evaluations = std::max(done.evaluations, selections[i].evaluations);
    const auto started = Clock::now();
    std::vector<CellResult> same_set = empty_results(unit.cells, selections[i]);
    attack.on_selection(i, same_set);
    for (auto& result : same_set) {
      if (!unit.experiment->score.empty() && !unit.method->sweep_only) {
        result.score =
            trial.score(*objective, result.selected, difference(result.selected, result.deleted));
      }
      result.seconds = seconds_since(started) / static_cast<double>(same_set.size());
      done.cells.push_back(std::move(result));
    }
  }
  done.seconds = seconds_since(began);
  return done;
}

void judge(const Unit& unit, std::vector<CellResult>& cells, const Trial& trial, std::uint64_t seed,
           const std::atomic<bool>* stop) {
  const Run run(run_options(unit, seed, stop));
  const auto objective = trial.objective();
  std::unique_ptr<State> state;
  for (auto& result : cells) {
    const auto started = Clock::now();
    move_to(state, *objective, run, result.selected);
    Deletion worst = Strong(Effort::quick).attack(*state, result.cell.tau);
    StrongAttack& judgement = result.judged.emplace();
    judgement.worst = worst.value;
    judgement.deleted = std::move(worst.items);
    if (unit.experiment->proof_nodes > 0) {
      const Deletion proof = Exact(unit.experiment->proof_nodes).attack(*state, result.cell.tau);
      judgement.searched = std::min(proof.value, judgement.worst);
      judgement.at_least = proof.at_least;
    }
    if (!unit.experiment->score.empty()) {
      judgement.score =
          trial.score(*objective, result.selected, difference(result.selected, judgement.deleted));
    }
    judgement.seconds = seconds_since(started);
  }
}

}  // namespace holdfast::paper
