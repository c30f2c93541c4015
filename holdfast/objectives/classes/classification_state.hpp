#pragma once

#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/classes/classification_problem.hpp"

namespace holdfast {

/// A State at the empty set for the classification objective that owns `problem`.
std::unique_ptr<State> start_classification(const Objective& objective, const Run& run,
                                            const ClassificationProblem& problem);

}  // namespace holdfast
