#pragma once

#include <span>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/tasks/curve.hpp"
#include "holdfast/tasks/judge.hpp"

namespace holdfast::tasks {

/// What one algorithm makes of more and more money. What is cheap enough for one limit is for every
/// larger one, so the worst case never falls: where the choice for a limit is worse than the one
/// before, the one before stays. Without States.
struct CostCurve {
  registry::OptionValues algorithm;
  std::vector<Judged> points;  ///< one a limit; its problem has the limit
};

struct CostCurveResult {
  std::vector<double> limits;  ///< ascending, each once
  std::vector<CostCurve> curves = {};
  std::vector<Skipped> skipped = {};
};

/// `problem.constraints` have costs; each limit takes the place of its own. Costs a selection and
/// an attack for each limit and algorithm. Throws std::invalid_argument where select would, and
/// without costs or limits.
HOLDFAST_EXPORT CostCurveResult cost_curves(const Objective& objective, Problem problem,
                                            std::vector<double> limits,
                                            std::span<const registry::OptionValues> algorithms,
                                            const Adversary& adversary, const Run& run);

}  // namespace holdfast::tasks
