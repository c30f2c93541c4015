#include "holdfast/linalg/near_inverse.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "holdfast/linalg/inverse_of.hpp"
#include "holdfast/linalg/softmax_newton.hpp"

namespace holdfast::linalg {
namespace {

/// Single-precision rounding of the curvature is a few 1e-7 of its diagonal, which is at most the
/// weight of all rows, because columns have mean square 1.
bool single_precision_will_do(const SoftmaxData& data, const SoftmaxColumns& columns) {
  double least = std::numeric_limits<double>::infinity();
  for (Index i = data.intercept ? 1 : 0; i < columns.count(); ++i) {
    least = std::min(least, columns.ridges[i]);
  }
  return least >= 1e-4 * data.design->total_weight;
}

}  // namespace

Eigen::MatrixXd near_inverse(const SoftmaxData& data, const SoftmaxColumns& columns,
                             const SoftmaxPoint& point, Workers* workers) {
  if (single_precision_will_do(data, columns)) {
    const Eigen::LLT<Eigen::MatrixXf> factor(curvature<float>(data, columns, point, workers));
    if (factor.info() == Eigen::Success) return inverse_of(factor, workers).cast<double>();
  }
  return FactoredCurvature(curvature<double>(data, columns, point, workers)).inverse(workers);
}

}  // namespace holdfast::linalg
