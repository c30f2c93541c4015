#include "holdfast/tasks/curve.hpp"

#include <stdexcept>
#include <utility>

#include "holdfast/core/algorithm.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/failure_curve.hpp"

namespace holdfast::tasks {
namespace {

bool is_defined(const registry::AlgorithmEntry& entry, const Algorithm& algorithm,
                const Objective& objective, const Problem& problem) {
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

CurveResult curves(const Objective& objective, const Problem& problem, Item tau_max,
                   std::span<const registry::OptionValues> algorithms, const Adversary& adversary,
                   const Run& run) {
  CurveResult result;
  CurveProgress progress(run, static_cast<std::int64_t>(algorithms.size()) * (tau_max + 2));
  for (const auto& options : algorithms) {
    const registry::AlgorithmEntry& entry = registry::find_algorithm(options.owner());
    const auto algorithm = entry.make(options);
    if (!is_defined(entry, *algorithm, objective, problem)) {
      result.skipped.push_back({entry.name, why_undefined(*algorithm, objective, problem, run)});
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
