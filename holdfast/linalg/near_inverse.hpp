#pragma once

#include <Eigen/Core>

#include "holdfast/core/workers.hpp"
#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// The inverse of the curvature, qm x qm, exact enough to precondition and to foresee answers: made
/// in single precision where the ridge is far above its rounding.
Eigen::MatrixXd near_inverse(const SoftmaxData& data, const SoftmaxColumns& columns,
                             const SoftmaxPoint& point, Workers* workers);

}  // namespace holdfast::linalg
