#pragma once

#include <Eigen/Core>

#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// The inverse of the curvature, qm x qm, accurate enough to precondition and to predict how
/// weights respond: computed in single precision where the ridge is far above its rounding.
Eigen::MatrixXd near_inverse(const SoftmaxData& data, const SoftmaxColumns& columns,
                             const SoftmaxPoint& point, Workers* workers);

}  // namespace holdfast::linalg
