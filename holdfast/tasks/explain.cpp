#include "holdfast/tasks/explain.hpp"

#include <fmt/format.h>

#include "holdfast/core/monotone_promise.hpp"

namespace holdfast::tasks {
namespace {

bool is_about(const registry::OptionValues& algorithm) {
  return algorithm.owner() == "oblivious-greedy" || algorithm.owner() == "greedy";
}

std::string why_nothing(const registry::OptionValues& algorithm, const GuaranteeResult& result) {
  if (!is_about(algorithm)) {
    return fmt::format("the statements are about oblivious-greedy and greedy, not about {}",
                       algorithm.owner());
  }
  if (result.problem.tau >= result.problem.k) return "everything may be deleted: tau >= k";
  for (const Guarantee& one : result.statements) {
    if (one.applies && !is_limit(one.statement) && one.statement != Statement::lemma1)
      return "what applies promises nothing: a ratio that it multiplies by is 0, or S1 is empty";
  }
  return fmt::format("S0 has {} items: fewer than tau = {} promise nothing",
                     guard_size(result.problem), result.problem.tau);
}

/// Gains count within their part, so those of S1 add up to f(S1).
std::optional<double> least_left(const Selection& selection, const KnownRatios& known) {
  Item guards = 0;
  double greedy_value = 0.0;
  for (const Chosen& step : selection.steps) {
    if (step.part == Part::S0) {
      ++guards;
    } else {
      greedy_value += step.gain;
    }
  }
  const auto& nu = known[Ratio::nu];
  const auto& nu_check = known[Ratio::nu_check];
  if (guards < selection.problem.tau || !nu || !nu->proven || !nu_check || !nu_check->proven)
    return std::nullopt;
  return nu->value * nu_check->value * greedy_value;
}

}  // namespace

Explanation explain(const Objective& objective, const registry::OptionValues& algorithm,
                    const Selection& selection, const Run& run, const RatioOptions& options) {
  const bool own = algorithm.owner() == "oblivious-greedy";
  const double beta = own ? algorithm.number("beta") : 0.0;
  Explanation explanation;
  explanation.ratios = ratios_for(objective, selection.problem.k, options, run);
  explanation.result = guarantee_for({selection.problem.k, selection.problem.tau, beta},
                                     KnownRatios(explanation.ratios));
  const bool free = selection.problem.constraints.empty();
  const auto fall = seen_to_fall(objective);
  if (!is_about(algorithm) || !free || fall) explanation.result.statements.clear();
  if (fall) {
    explanation.why_none = "the statements need a function that never falls: " + *fall;
  } else if (!free) {
    explanation.why_none = "the statements are about choices without must-haves, must-nots or caps";
  } else if (!explanation.result.best()) {
    explanation.why_none = why_nothing(algorithm, explanation.result);
  }
  if (own && free && !fall) explanation.at_least = least_left(selection, explanation.result.known);
  return explanation;
}

}  // namespace holdfast::tasks
