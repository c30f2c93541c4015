#pragma once

#include <memory>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

namespace linalg {
struct SoftmaxData;
}

/// A State at the empty set for the classification objective that owns `data`. Its fits converge to
/// `tolerance` * largest value; the norms of its gradients are multiplied by `gradient_scale`.
std::unique_ptr<State> start_classification(const Objective& objective, const Run& run,
                                            const linalg::SoftmaxData& data, double tolerance,
                                            double gradient_scale);

}  // namespace holdfast
