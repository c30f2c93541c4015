#pragma once

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

/// 1 - min over i of f(i | V \ i) / f(i), without items of value 0. For submodular f this is
/// alpha: gains are largest over the empty set and smallest over everything else. For any other f
/// it is only a lower bound on alpha. Costs one State at V.
HOLDFAST_EXPORT double total_curvature(const Objective& objective, const Run& run);

}  // namespace holdfast
