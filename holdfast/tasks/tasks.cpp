#include "holdfast/tasks/tasks.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/tasks/groups.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::registry {
namespace {

/// Adversaries reach the same deletion on different ways, so the values of a proven and an unproven
/// attack can differ by rounding. The proven one then comes first.
void prefer_proven(std::vector<Deletion>& tried, double scale) {
  const double worst = tried.front().value;
  const auto proven = std::ranges::find_if(tried, [&](const Deletion& deletion) {
    return deletion.proven && deletion.value <= worst + TieRule::width(worst, scale);
  });
  if (proven != tried.end()) std::rotate(tried.begin(), proven, proven + 1);
}

std::vector<Deletion> worst_first(const State& state, Item tau, const Adversary& adversary) {
  auto tried = adversary.attacks(state, tau);
  prefer_proven(tried, state.value());
  return tried;
}

std::vector<double> values_left(const State& state, const Deletion& deletion) {
  std::vector<double> left;
  const auto shrinking = state.clone();
  for (const Item item : deletion.items) {
    shrinking->remove(item);
    left.push_back(shrinking->value());
  }
  return left;
}

AttackResult attack_at(const State& state, Item tau, const Adversary& adversary) {
  AttackResult result;
  result.items = state.items();
  result.value = state.value();
  result.tried = worst_first(state, tau, adversary);
  result.left = values_left(state, result.worst());
  return result;
}

bool is_defined(const AlgorithmEntry& entry, const Algorithm& algorithm, const Objective& objective,
                const Problem& problem) {
  require_satisfiable(problem.constraints, objective, problem.k);
  const Item most = most_items(problem.constraints, objective.size());
  const bool fits = problem.k >= most || algorithm.feasible(problem);
  return fits && (objective.has_gradient() || !entry.needs_gradient);
}

/// The algorithm's own words.
std::string why_undefined(const Algorithm& algorithm, const Objective& objective,
                          const Problem& problem, const Run& run) {
  try {
    algorithm.select(objective, problem, run);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "not defined for this problem";
}

/// Counts selections and attacks, so that a progress bar can tell how far the whole job is.
class CurveProgress {
 public:
  CurveProgress(const Run& run, std::int64_t total) : run_(run), total_(total) {}

  void step() {
    run_.check_stop();
    run_.report({"curve", ++done_, total_, 0.0});
  }

 private:
  const Run& run_;
  std::int64_t done_ = 0;
  std::int64_t total_;
};

}  // namespace

BuiltObjective build_objective(OptionValues options, const Run& run) {
  const ObjectiveEntry& entry = find_objective(options.owner());
  options.require_consistent();
  ObjectiveInputs inputs = entry.read(options);
  run.check_stop();
  std::vector<Fact> facts = inputs.facts;
  auto objective = entry.make(std::move(inputs), options, run);
  run.check_stop();
  BuiltObjective built{std::move(objective), std::move(options), std::move(facts)};
  if (!built.options.has("groups")) return built;
  auto groups = read_groups(existing_file(built.options, "groups"), *built.objective);
  return in_groups(std::move(built), std::move(groups));
}

AttackResult attack(const Objective& objective, std::span<const Item> items, Item tau,
                    const Adversary& adversary, const Run& run) {
  run.report({.job = "attack"});  // however long it takes: adversaries tell no steps
  return attack_at(*objective.start_at(run, items), tau, adversary);
}

SelectionResult select_and_attack(const Objective& objective, const Problem& problem,
                                  const Algorithm& algorithm, const Adversary& adversary,
                                  const Run& run) {
  Selection selection = algorithm.select(objective, problem, run);
  AttackResult attacked = attack(objective, selection.items(), problem.tau, adversary, run);
  return {std::move(selection), std::move(attacked)};
}

CurveResult curves(const Objective& objective, const Problem& problem, Item tau_max,
                   std::span<const OptionValues> algorithms, const Adversary& adversary,
                   const Run& run) {
  CurveResult result;
  CurveProgress progress(run, static_cast<std::int64_t>(algorithms.size()) * (tau_max + 2));
  for (const auto& options : algorithms) {
    const AlgorithmEntry& entry = find_algorithm(options.owner());
    const auto algorithm = entry.make(options);
    if (!is_defined(entry, *algorithm, objective, problem)) {
      result.skipped.push_back({entry.name, why_undefined(*algorithm, objective, problem, run)});
      continue;
    }
    Curve curve{options, algorithm->select(objective, problem, run), {}};
    progress.step();
    const auto state = objective.start_at(run, curve.selection.items());
    for (Item tau = 0; tau <= tau_max; ++tau) {
      curve.worst.push_back(worst_first(*state, tau, adversary).front());
      progress.step();
    }
    result.curves.push_back(std::move(curve));
  }
  return result;
}

std::optional<double> share(const Objective& objective, double value) {
  const auto largest = objective.largest_value();
  if (!largest || !(*largest > 0.0)) return std::nullopt;
  return value / *largest;
}

}  // namespace holdfast::registry
