#pragma once

#include <Eigen/Core>
#include <limits>

#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// A feature that might join the model, and what is known about its gain.
struct ScreenedColumn {
  Index feature = 0;
  Eigen::VectorXd slope;  ///< gradient of its m weights at 0
  Eigen::VectorXd step;   ///< proposed weights; after screening scaled to the best length
  Eigen::VectorXd image;  ///< after screening: what the step takes off the slope, ridge included
  double estimate = 0.0;  ///< after screening: gain of the step in the quadratic model
  double bound = std::numeric_limits<double>::infinity();  ///< after screening: proven on the gain
};

/// Bounds on the gains of single columns over the optimum of a model, for many columns in a few
/// matrix products.
///
/// If the new column has weights d_j, the old ones respond with d_S = -H_SS^-1 H_Sj d_j. Then the
/// linearized probabilities P (1 + delta) satisfy the old columns' equations exactly, and weak
/// duality (see bound_on_progress) bounds the gain by
///   sum p phi(delta) + sum over S of ridge/2 d K d' + Gamma_j K^-1 Gamma_j' / (2 ridge_j),
/// each row times its weight, Gamma_j = slope - x_j' D (X_S d_S + x_j d_j), where D has the weights
/// of the rows too. Any d_j gives a valid bound; the Newton step, for
/// which image = slope, gives nearly the best. A probability that would become negative is set to
/// zero, and its row is made to add up to 1 again (with an intercept, the columns' sums are
/// repaired). Then the old columns' Gamma is measured and enters like that of the new one.
/// O(rows q m) per column.
class SoftmaxGainBounds {
 public:
  /// `inverse` is that of the curvature at `point`, the optimum for `columns`. All must outlive
  /// this.
  SoftmaxGainBounds(const SoftmaxData& data, const SoftmaxColumns& columns,
                    const SoftmaxPoint& point, const Eigen::MatrixXd& inverse);

  /// Fills step (scaled), image, estimate and bound from feature, slope and step. Thread-safe.
  void screen(std::span<ScreenedColumn> candidates) const;

 private:
  const SoftmaxData& data_;
  const SoftmaxColumns& columns_;
  const SoftmaxPoint& point_;
  const Eigen::MatrixXd& inverse_;
  bool single_;
  Eigen::MatrixXf values_single_, probabilities_single_, masses_single_;
  Eigen::VectorXf reference_single_, reference_masses_single_;
  Eigen::MatrixXd masses_;  ///< probabilities times the weights of the rows; empty without weights
  Eigen::VectorXd reference_masses_;
};

}  // namespace holdfast::linalg
