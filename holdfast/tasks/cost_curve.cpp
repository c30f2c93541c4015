#include "holdfast/tasks/cost_curve.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/select.hpp"

namespace holdfast::tasks {
namespace {

/// The choice for one limit; the one before where that is better.
Judged best_for(const Objective& objective, const Problem& problem, const Algorithm& algorithm,
                const Adversary& adversary, const std::vector<Judged>& before, const Run& run) {
  Judged judged = select_and_attack(objective, problem, algorithm, adversary, run);
  if (!before.empty() && before.back().worst().value > judged.worst().value) {
    const Selection now = std::move(judged.selection);
    judged = before.back();
    judged.selection.problem = problem;
    judged.selection.evaluations = now.evaluations;
    judged.selection.seconds = now.seconds;
    judged.selection.stopped = now.stopped;
  }
  judged.selection.state.reset();
  return judged;
}

}  // namespace

CostCurveResult cost_curves(const Objective& objective, Problem problem, std::vector<double> limits,
                            std::span<const registry::OptionValues> algorithms,
                            const Adversary& adversary, const Run& run) {
  require(problem.constraints.has_costs(), "a curve over limits on costs needs costs");
  require(!limits.empty(), "a curve over limits on costs needs at least one limit");
  std::ranges::sort(limits);
  limits.erase(std::unique(limits.begin(), limits.end()), limits.end());
  problem.k = std::min(problem.k, objective.size());
  CostCurveResult result{.limits = limits};
  CurveProgress progress("curve", run, std::ssize(algorithms) * std::ssize(limits));
  for (const auto& options : algorithms) {
    const registry::AlgorithmEntry& entry = registry::find_algorithm(options.owner());
    const auto algorithm = entry.make(options);
    CostCurve curve{options, {}};
    for (const double limit : limits) {
      problem.constraints.cost_limit = limit;
      if (auto skipped = why_skipped(entry, *algorithm, objective, problem, run)) {
        result.skipped.push_back(std::move(*skipped));
        break;
      }
      curve.points.push_back(
          best_for(objective, problem, *algorithm, adversary, curve.points, run));
      progress.step();
    }
    if (curve.points.size() == limits.size()) result.curves.push_back(std::move(curve));
  }
  return result;
}

}  // namespace holdfast::tasks
