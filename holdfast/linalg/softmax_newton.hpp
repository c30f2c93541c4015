#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <limits>

#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// An approximate inverse of the curvature, used as a preconditioner. Symmetric positive definite,
/// except for a column that is left out: zeros in its row stay zeros.
class CurvatureInverse {
 public:
  virtual ~CurvatureInverse() = default;
  /// q x m to q x m.
  virtual Eigen::MatrixXd times(const Eigen::MatrixXd& gradient) const = 0;
};

/// The exact one at some point, by its Cholesky factor.
class FactoredCurvature final : public CurvatureInverse {
 public:
  /// NumericFailure if the matrix is not positive definite.
  explicit FactoredCurvature(const Eigen::MatrixXd& curvature);
  Eigen::MatrixXd times(const Eigen::MatrixXd& gradient) const override;
  /// The explicit inverse; O((qm)^3), split by columns.
  Eigen::MatrixXd inverse(Workers* workers) const;

 private:
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

/// matrix * vec(columns) for a symmetric matrix, reading one half of it.
Eigen::VectorXd symmetric_times(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& columns);

/// A preconditioner given as a matrix, which must outlive it.
class GivenInverse final : public CurvatureInverse {
 public:
  explicit GivenInverse(const Eigen::MatrixXd& inverse) : inverse_(inverse) {}
  Eigen::MatrixXd times(const Eigen::MatrixXd& gradient) const override;

 private:
  const Eigen::MatrixXd& inverse_;
};

struct NewtonGoal {
  /// Converged at (decrement)^2 / 2 <= tolerance. Where rounding permits, the fit continues until
  /// another step would add less than `negligible` of the scale.
  double tolerance = 0.0;
  double negligible = 1e-13;
  /// Size of the objective (its largest possible change): the scale of rounding errors.
  double scale = 1.0;
  /// Stop early once the maximum is proven to lie below the first, or has passed the second.
  double beaten_below = -std::numeric_limits<double>::infinity();
  double enough_above = std::numeric_limits<double>::infinity();
  /// A column that may not be used: its weights start at zero and stay there. Leaving a column out
  /// this way copies no matrix.
  Index left_out = -1;
};

struct NewtonResult {
  SoftmaxPoint point;
  bool stopped_early = false;  ///< then `point` is not the maximum
  int iterations = 0;
};

/// Maximizes the objective over the weights of these columns by damped Newton steps from `start`,
/// each solved by conjugate gradients preconditioned with `inverse` (null, or one that proves bad:
/// the curvature at the current point is factored instead). NumericFailure if the tolerance is not
/// reached.
NewtonResult maximize(const SoftmaxData& data, const SoftmaxColumns& columns, SoftmaxPoint start,
                      const CurvatureInverse* inverse, const NewtonGoal& goal,
                      Workers* workers = nullptr);

/// Weak duality at the linearized probabilities. For a direction d with score change u = columns d
/// and relative changes delta_c = u_c - sum p u of the probabilities,
///   max F - F(V) <= sum over rows and classes of p phi(delta)
///                   + sum over columns of Gamma K^-1 Gamma' / (2 ridge),
/// each row times its weight, phi(x) = (1+x) log(1+x) - x, Gamma = gradient - columns' D u.
/// Equals decrement^2/2 + third order
/// at the Newton step. An intercept has no ridge: its Gamma is first made zero by moving d along
/// it. A probability that would become negative is set to zero instead (with an intercept the bound
/// is then infinite). The maximum may not use a column that is `left_out`: instead of adding the
/// square of its Gamma, ridge/2 v K v' + v Gamma' is subtracted for its weights v at the point.
double bound_on_progress(const SoftmaxData& data, const SoftmaxColumns& columns,
                         const SoftmaxPoint& point, const Eigen::MatrixXd& gradient,
                         Eigen::MatrixXd score_change, Index left_out = -1);

}  // namespace holdfast::linalg
