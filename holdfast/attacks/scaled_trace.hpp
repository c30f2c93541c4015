#pragma once

#include <Eigen/Core>

#include "holdfast/core/trace_oracle.hpp"

namespace holdfast {

/// A and B of some columns, scaled to A_ii = 1. This changes no value, but without it a small
/// column could not take the place of a large one.
struct ScaledTrace {
  ScaledTrace(const TraceOracle& oracle, std::span<const Item> columns, Workers& workers);

  Eigen::MatrixXd a;
  Eigen::MatrixXd b;  ///< a row for each column of A
};

/// A column this close to the span of others (squared distance as a share of its squared length)
/// costs the inverse too many digits.
constexpr double too_close = 1e-9;

/// Whether an inverse of `a` can be trusted.
inline bool is_sound(const Eigen::MatrixXd& a, const Eigen::MatrixXd& inverse) {
  return a.rows() == 0 ||
         (inverse.diagonal().array() * a.diagonal().array()).maxCoeff() < 1.0 / too_close;
}

}  // namespace holdfast
