#pragma once

#include <Eigen/Core>

#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// Where the search for a certificate of a feature was left: how far the weights of the model with
/// that feature are from those without it, and what they gain.
struct CertifiedStart {
  Eigen::MatrixXf change;  ///< rows: the columns of the model, then the feature itself
  double reached = 0.0;    ///< at most its gain, but for rounding
};

/// Upper bounds on the gains of single columns over the optimum of a model, for columns whose gain
/// SoftmaxGainBounds cannot bound: one that leaves the simplex, or whose ridge is small.
///
/// The bound is weak duality at probabilities P+,
///   F(S + j) <= sum P+ log P+ + sum over S + j of Gamma K^-1 Gamma' / (2 ridge),
///   Gamma = x'(Y - P+),
/// each row times its weight, measured in double precision (logarithms in single precision, whose
/// error is added). It holds for any P+ in the simplex. Good ones come from Newton's method on the
/// weights of S + j: those of a step's linearized probabilities, once its equations are solved so
/// well that dividing by the ridges does not matter. Their search is in single precision. Where it
/// begins decides how long it takes: greedy's next model differs by one column only, so the place
/// where it ended before is mostly one step away.
/// O(rows q m) per step of conjugate gradients, O(rows q m^2) for each of Newton.
class GainCertificates {
 public:
  /// `inverse` is that of the curvature at `point`, the optimum for `columns`. All but the inverse
  /// must outlive this.
  GainCertificates(const SoftmaxData& data, const SoftmaxColumns& columns,
                   const SoftmaxPoint& point, const Eigen::MatrixXd& inverse);

  /// A bound on the gain. The search ends once it is below `bar`, or the gain is found to be above
  /// it, or after a few steps. Begins at `start` (rows of columns that joined the model since are
  /// missing) and moves it. Thread-safe.
  double bound(Index feature, double bar, CertifiedStart& start) const;

 private:
  class Search;

  const SoftmaxData& data_;
  const SoftmaxColumns& columns_;
  const SoftmaxPoint& point_;
  Eigen::MatrixXf values_, inverse_, scores_, indicators_, weights_, label_sums_;
  Eigen::VectorXf ridges_, row_weights_;
  double normalizers_;  ///< sum of the rows' log-sum-exp at the point, in the search's precision
};

}  // namespace holdfast::linalg
