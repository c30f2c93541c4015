#pragma once

#include <Eigen/Core>
#include <memory>

#include "holdfast/core/matrix.hpp"

namespace holdfast::linalg {

using Index = Eigen::Index;

/// The features in the coordinates in which the kernels compute. Several models may share them.
///
/// Each column is divided by its root mean square (with an intercept, after subtracting its mean),
/// and its ridge by the square of that: the same problem, but the scale of the features cannot
/// hurt. A row of weight w counts like w rows, in these means too.
struct SoftmaxDesign {
  /// `row_weights` are positive, one for each row, or none: all 1.
  SoftmaxDesign(const Matrix& design, double ridge, bool intercept,
                std::span<const double> row_weights = {});

  bool is_weighted() const { return weights.size() > 0; }

  Eigen::MatrixXd columns;          ///< rows x features, scaled
  Eigen::MatrixXf columns_single;   ///< the same for screening
  Eigen::VectorXd centers, scales;  ///< column = (original - center) / scale
  Eigen::VectorXd ridges;           ///< of each scaled column
  Eigen::VectorXd weights;          ///< of each row; empty: all 1
  double total_weight;              ///< of all rows
  bool intercept;
};

/// The data of a softmax regression: the features, and the class of each row.
///
/// Class 0 is the reference: V_c = W_c - W_0 for the m = C-1 other classes, so that two classes
/// have one weight, the logistic one. At the optimum the C weights of a feature add up to 0, hence
///   ||W||^2 = V K V',  K = I - 11'/C,  and for gradients  ||.||^2 = G K^-1 G',  K^-1 = I + 11'.
struct SoftmaxData {
  /// `ridge` is that of the softmax form; the logistic ridge r is 2r here. 0 <= labels < classes,
  /// and each class occurs if there is an intercept.
  SoftmaxData(const Matrix& design, std::span<const int> labels, int classes, double ridge,
              bool intercept);
  SoftmaxData(std::shared_ptr<const SoftmaxDesign> design, std::span<const int> labels,
              int classes);

  Index rows() const { return columns.rows(); }
  Index features() const { return columns.cols(); }
  /// m, the number of weights of a feature.
  Index outputs() const { return indicators.cols(); }

  std::shared_ptr<const SoftmaxDesign> design;
  const Eigen::MatrixXd& columns;  ///< of the design, like all up to `intercept`
  const Eigen::MatrixXf& columns_single;
  const Eigen::VectorXd& centers;
  const Eigen::VectorXd& scales;
  const Eigen::VectorXd& ridges;
  bool intercept;
  Eigen::MatrixXd indicators;  ///< rows x m: the row's weight if it is of class c+1, otherwise 0
  Eigen::MatrixXd label_sums;  ///< features x m, columns' indicators
  std::vector<int> labels;
  int classes;
  Eigen::RowVectorXd base_intercepts;  ///< the fit of intercepts alone; zeros without intercept
  double base_likelihood = 0.0;  ///< its log-likelihood, -(total weight) ln C without intercept
};

/// Each row multiplied by its weight.
template <class Rows>
Rows weighed(const SoftmaxDesign& design, Rows rows) {
  if (design.is_weighted())
    rows.array().colwise() *= design.weights.array().template cast<typename Rows::Scalar>();
  return rows;
}

/// V K row by row.
template <class Derived>
Eigen::MatrixXd times_k(const Eigen::MatrixBase<Derived>& v, int classes) {
  const Eigen::VectorXd mean = v.rowwise().sum() / static_cast<double>(classes);
  return v.colwise() - mean;
}

/// v K v' for one row v.
template <class Derived>
double square_k(const Eigen::MatrixBase<Derived>& v, int classes) {
  const double sum = v.sum();
  return v.squaredNorm() - sum * sum / static_cast<double>(classes);
}

/// g K^-1 g' for one row g.
template <class Derived>
double square_k_inverse(const Eigen::MatrixBase<Derived>& g) {
  const double sum = g.sum();
  return g.squaredNorm() + sum * sum;
}

}  // namespace holdfast::linalg
