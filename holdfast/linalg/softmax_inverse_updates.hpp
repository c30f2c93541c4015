#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "holdfast/linalg/softmax_newton.hpp"

namespace holdfast::linalg {

/// Inverse of the curvature after one feature has joined as the last column, from the inverse
/// before it, at the same probabilities. O(rows q m^2 + (qm)^2 m) to make, O((qm)^2) to apply.
class BorderedCurvature final : public CurvatureInverse {
 public:
  BorderedCurvature(const SoftmaxData& data, const SoftmaxColumns& columns,
                    const SoftmaxPoint& point, const Eigen::MatrixXd& inverse, Index feature);
  Eigen::MatrixXd times(const Eigen::MatrixXd& gradient) const override;

 private:
  const Eigen::MatrixXd& inverse_;
  Eigen::MatrixXd answers_;  ///< inverse * H_Sj, qm x m
  Eigen::LLT<Eigen::MatrixXd> schur_;
};

/// The same after one column has left. The column keeps its place, filled with zeros.
class ReducedCurvature final : public CurvatureInverse {
 public:
  /// `inverse` is that of q columns with m outputs each.
  ReducedCurvature(const Eigen::MatrixXd& inverse, Index columns, Index outputs, Index leaving);
  /// The row of the column that has left must be zero, and is zero in the result.
  Eigen::MatrixXd times(const Eigen::MatrixXd& gradient) const override;

  /// How the weights of all q columns change when those of the leaving one, `weights`, go to zero
  /// and the others adapt best in the quadratic model: q x m.
  Eigen::MatrixXd response(const Eigen::RowVectorXd& weights) const;
  /// This inverse written out: (q-1)m x (q-1)m.
  Eigen::MatrixXd matrix() const;
  /// weights (inverse block)^-1 weights': twice the loss in the quadratic model.
  double quadratic_loss(const Eigen::RowVectorXd& weights) const;

 private:
  const Eigen::MatrixXd& inverse_;
  Index columns_, outputs_, leaving_;
  Eigen::MatrixXd across_;  ///< columns of the inverse that belong to the leaving one, qm x m
  Eigen::LLT<Eigen::MatrixXd> block_;
};

/// Weights and inverse after all columns but some have left.
struct ReducedModel {
  Eigen::MatrixXd weights;  ///< as the quadratic model foresees the optimum
  Eigen::MatrixXd inverse;  ///< of the curvature
};

/// From those of all q columns with m outputs each; `staying` are columns in the order wanted.
/// O((qm)^2 lm) for l that leave.
ReducedModel reduced_model(const Eigen::MatrixXd& inverse, const Eigen::MatrixXd& weights,
                           std::span<const Index> staying);

/// A copy of a q x m matrix with zeros in one more row.
Eigen::MatrixXd with_zero_row(const Eigen::MatrixXd& matrix, Index row);

}  // namespace holdfast::linalg
