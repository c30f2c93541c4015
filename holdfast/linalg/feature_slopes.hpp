#pragma once

#include <Eigen/Core>

#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// The slopes of features beside a fitted model, and their own curvatures.
class FeatureSlopes {
 public:
  /// Both must outlive this.
  FeatureSlopes(const SoftmaxData& data, const SoftmaxPoint& point);

  Eigen::VectorXd of(Index feature) const { return products_.with(feature); }
  /// The curvature of one feature alone.
  Eigen::MatrixXd own_curvature(Index feature) const;

 private:
  Eigen::MatrixXd thin_curvature(Index feature) const;

  const SoftmaxData& data_;
  const SoftmaxPoint& point_;
  Eigen::MatrixXd open_;
  ColumnProducts products_;
  Eigen::MatrixXd everywhere_;  // covariance of the classes, over all rows; if sparse
};

}  // namespace holdfast::linalg
