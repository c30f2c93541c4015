#include "holdfast/tasks/guarantee.hpp"

#include <algorithm>

namespace holdfast::tasks {

GuaranteeResult guarantee_for(const GuaranteeProblem& problem, KnownRatios known) {
  GuaranteeResult result;
  known.complete();
  result.problem = problem;
  result.known = known;
  result.statements = guarantees(problem, known);
  result.best_beta = best_beta(problem.k, problem.tau, known);
  return result;
}

Ratios ratios_for(const Objective& objective, Item k, RatioOptions options, const Run& run) {
  const std::int64_t twice = 2 * std::int64_t{std::max<Item>(1, k)};
  if (options.largest_set == 0)
    options.largest_set = static_cast<Item>(std::min<std::int64_t>(twice, objective.size()));
  return ratios(objective, run, options);
}

}  // namespace holdfast::tasks
