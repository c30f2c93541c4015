#pragma once

#include <string>
#include <utility>

#include "holdfast/core/matrix.hpp"
#include "holdfast/core/workers.hpp"

namespace holdfast {

/// A covariance function k(x, x') of a Gaussian process. With r = ||x - x'|| / lengthscale:
///   matern12             v exp(-r)
///   matern32             v (1 + sqrt(3) r) exp(-sqrt(3) r)
///   matern52             v (1 + sqrt(5) r + 5 r^2 / 3) exp(-sqrt(5) r)
///   squared_exponential  v exp(-r^2 / 2)
///   linear               v x'x' / lengthscale^2
struct Kernel {
  enum class Shape { matern12, matern32, matern52, squared_exponential, linear };

  Shape shape = Shape::matern32;
  double lengthscale = 1.0;
  double output_variance = 1.0;  ///< v
};

/// The shapes by name.
HOLDFAST_EXPORT const std::vector<std::pair<std::string, Kernel::Shape>>& kernel_shapes();
/// Throws std::invalid_argument for a name that no shape has.
HOLDFAST_EXPORT Kernel::Shape kernel_shape(const std::string& name);

/// The matrix of k(a_i, b_j) for the rows a_i of `points` and b_j of `others`.
HOLDFAST_EXPORT Matrix kernel_matrix(const Kernel& kernel, const Matrix& points,
                                     const Matrix& others, Workers& workers);

/// k(a_i, a_i) for every row a_i of `points`.
HOLDFAST_EXPORT std::vector<double> kernel_variances(const Kernel& kernel, const Matrix& points);

}  // namespace holdfast
