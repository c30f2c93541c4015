#include "holdfast/tasks/curve.hpp"

#include <stdexcept>
#include <utility>

#include "holdfast/core/algorithm.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/failure_curve.hpp"

namespace holdfast::tasks {
std::optional<Skipped> why_skipped(const registry::AlgorithmEntry& entry,
                                   const Algorithm& algorithm, const Objective& objective,
                                   const Problem& problem, const Run& run) {
  require_satisfiable(problem.constraints, objective, problem.k);
  const Item most = most_items(problem.constraints, objective.size());
  const bool fits = problem.k >= most || algorithm.feasible(problem);
  if (fits && (objective.has_gradient() || !entry.needs_gradient)) return std::nullopt;
  try {
    algorithm.select(objective, problem, run);
  } catch (const std::invalid_argument& error) {
    return Skipped{entry.name, error.what()};  // the algorithm's own words
  }
  return Skipped{entry.name, "not defined for this problem"};
}

CurveResult curves(const Objective& objective, const Problem& problem, Item tau_max,
                   std::span<const registry::OptionValues> algorithms, const Adversary& adversary,
                   const Run& run) {
  CurveResult result;
  CurveProgress progress("curve", run,
                         static_cast<std::int64_t>(algorithms.size()) * (tau_max + 2));
  for (const auto& options : algorithms) {
    const registry::AlgorithmEntry& entry = registry::find_algorithm(options.owner());
    const auto algorithm = entry.make(options);
    if (auto skipped = why_skipped(entry, *algorithm, objective, problem, run)) {
      result.skipped.push_back(std::move(*skipped));
      continue;
    }
    Curve curve{options, algorithm->select(objective, problem, run), {}};
    progress.step();
    Selection& selection = curve.selection;
    if (!selection.state) selection.state = objective.start_at(run, selection.items());
    curve.worst = failure_curve(selection, tau_max, adversary, [&] { progress.step(); });
    selection.state.reset();
    result.curves.push_back(std::move(curve));
  }
  return result;
}

}  // namespace holdfast::tasks
