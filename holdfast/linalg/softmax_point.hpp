#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "holdfast/core/workers.hpp"
#include "holdfast/linalg/softmax_data.hpp"

namespace holdfast::linalg {

/// The columns that a model may use: the intercept's column of ones first, if there is one (its
/// ridge is 0), then those of the features.
struct SoftmaxColumns {
  Eigen::MatrixXd values;      ///< rows x q
  Eigen::VectorXd ridges;      ///< q
  Eigen::MatrixXd label_sums;  ///< q x m, values' indicators

  static SoftmaxColumns gather(const SoftmaxData& data, std::span<const Index> features);
  /// The same with one more column, as the last.
  SoftmaxColumns with(const SoftmaxData& data, Index feature) const;
  SoftmaxColumns without(Index column) const;
  Index count() const { return values.cols(); }
};

/// The same columns where few rows of them have entries: not written out, so that products take the
/// time of the entries. Only of a sparse design.
struct ThinColumns {
  Eigen::SparseMatrix<double> entries;  ///< rows x q: what a column has there beyond `elsewhere`
  Eigen::VectorXd elsewhere;            ///< q
  Eigen::VectorXd ridges;               ///< q

  /// Whether the columns of these features have so few entries that this is quicker.
  static bool pays(const SoftmaxData& data, std::span<const Index> features);
  static ThinColumns gather(const SoftmaxData& data, std::span<const Index> features);
};

/// A model and what it says about each row.
struct SoftmaxPoint {
  Eigen::MatrixXd weights;        ///< V, q x m
  Eigen::MatrixXd scores;         ///< rows x m, columns * V
  Eigen::MatrixXd probabilities;  ///< rows x m, of the classes other than the reference
  Eigen::VectorXd reference;      ///< probability of class 0
  double objective = 0.0;         ///< log-likelihood - sum over columns of ridge/2 v K v'
};

/// The model that uses no feature: zeros for all of the `columns` except the intercept.
Eigen::MatrixXd weights_of_no_feature(const SoftmaxData& data, Index columns);

/// Fills everything else from `weights` and `scores`. O(rows C) exponentials.
void evaluate_scores(const SoftmaxData& data, const SoftmaxColumns& columns, SoftmaxPoint& point);

/// Log-likelihood minus penalty, given the sum of the rows' log-sum-exp. O(q C).
double objective_from(const SoftmaxColumns& columns, const Eigen::MatrixXd& weights, int classes,
                      double normalizers);

/// Copies without one row or column.
Eigen::MatrixXd without_row(const Eigen::MatrixXd& matrix, Index row);
Eigen::MatrixXd without_column(const Eigen::MatrixXd& matrix, Index column);

/// The objective alone. O(rows C) exponentials.
double objective_at(const SoftmaxData& data, const SoftmaxColumns& columns,
                    const Eigen::MatrixXd& weights, const Eigen::MatrixXd& scores);

/// The point with these weights. O(rows q C).
SoftmaxPoint evaluate(const SoftmaxData& data, const SoftmaxColumns& columns,
                      Eigen::MatrixXd weights);

/// What the rows ask of their scores (rows x m): Y - P, times the weight of the row.
Eigen::MatrixXd score_gradient(const SoftmaxData& data, const SoftmaxPoint& point);

/// Gradient of the objective, q x m: columns' (Y - P) - ridge V K.
Eigen::MatrixXd gradient(const SoftmaxData& data, const SoftmaxColumns& columns,
                         const SoftmaxPoint& point);
Eigen::MatrixXd gradient(const SoftmaxData& data, const ThinColumns& columns,
                         const SoftmaxPoint& point);

/// D applied to changes of the scores (rows x m): p_c (u_c - sum over classes of p u), times the
/// weight of the row.
Eigen::MatrixXd covariance_times(const SoftmaxData& data, const SoftmaxPoint& point,
                                 Eigen::MatrixXd change);

/// -(Hessian of the objective) * direction, q x m, given columns * direction. O(rows q C).
Eigen::MatrixXd curvature_times(const SoftmaxData& data, const SoftmaxColumns& columns,
                                const SoftmaxPoint& point, const Eigen::MatrixXd& direction,
                                const Eigen::MatrixXd& score_change);

/// -(Hessian), qm x qm, in the order of vec(V): columns' D columns + ridge K. Both triangles are
/// filled. O(rows q^2 m^2 / 4); split among the workers, if given, by pairs of classes. In float or
/// double.
template <class Scalar>
Eigen::MatrixX<Scalar> curvature(const SoftmaxData& data, const SoftmaxColumns& columns,
                                 const SoftmaxPoint& point, Workers* workers);
/// The same in the time of the pairs of entries that share a row, and O(q^2 m^2).
Eigen::MatrixXd curvature(const SoftmaxData& data, const ThinColumns& columns,
                          const SoftmaxPoint& point, Workers* workers);

}  // namespace holdfast::linalg
