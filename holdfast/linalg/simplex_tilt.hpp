#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>

namespace holdfast::linalg {

/// Probabilities P (1 + delta) of classes in rows of unlike weight: `masses` are P times the
/// weights. Of the reference class there is only its delta.
template <class Scalar>
struct TiltedRows {
  const Eigen::Matrix<Scalar, -1, -1>& probabilities;
  const Eigen::Matrix<Scalar, -1, -1>& masses;
};

/// Multiplies the changed probabilities by factors 1 + s_c - (mean of s in the row) such that the
/// total of each class moves by `totals` from where it was at delta = 0: what the equation of an
/// intercept, which has no ridge, asks for. Rows still add up to 1. False, with delta as it was, if
/// a factor would be negative.
template <class Scalar, class Change, class ReferenceChange>
bool tilt_to_totals(const TiltedRows<Scalar>& rows, const Eigen::VectorXd& totals, Change&& delta,
                    ReferenceChange&& reference_delta) {
  using Matrix = Eigen::Matrix<Scalar, -1, -1>;
  using Vector = Eigen::Matrix<Scalar, -1, 1>;
  const Matrix now = rows.probabilities + rows.probabilities.cwiseProduct(delta);
  const Matrix moved = rows.masses.cwiseProduct(delta);
  const Matrix mass = rows.masses + moved;
  Eigen::MatrixXd covariance = -(mass.transpose() * now).template cast<double>();
  covariance.diagonal() += mass.colwise().sum().transpose().template cast<double>();
  const Eigen::VectorXd open = totals - moved.colwise().sum().transpose().template cast<double>();
  const Vector shift = covariance.ldlt().solve(open).template cast<Scalar>();
  const Vector mean = now * shift;
  const Scalar least = std::min(Scalar(0), shift.minCoeff());
  if (!(mean.maxCoeff() - least <= Scalar(1))) return false;
  for (Eigen::Index c = 0; c < delta.cols(); ++c) {
    delta.col(c).array() += (Scalar(1) + delta.col(c).array()) * (shift[c] - mean.array());
  }
  reference_delta.array() -= (Scalar(1) + reference_delta.array()) * mean.array();
  return true;
}

}  // namespace holdfast::linalg
