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
///
/// Dense features are kept scaled. Of sparse ones the given entries are kept, as they are: a scaled
/// column is (entry - center) / scale where there is an entry, and `elsewhere` in all other rows.
struct SoftmaxDesign {
  /// `row_weights` are positive, one for each row, or none: all 1.
  SoftmaxDesign(const Matrix& design, double ridge, bool intercept,
                std::span<const double> row_weights = {});
  /// `centered` says that means are subtracted without an intercept too.
  SoftmaxDesign(SparseMatrix design, double ridge, bool intercept,
                std::span<const double> row_weights = {}, bool centered = false);

  bool is_weighted() const { return weights.size() > 0; }
  bool is_sparse() const { return entries.cols() > 0; }
  Index rows() const { return static_cast<Index>(is_sparse() ? entries.rows() : columns.rows()); }
  Index features() const { return scales.size(); }

  /// Column j, scaled, written out.
  void copy_column(Index j, Eigen::Ref<Eigen::VectorXd> out) const;
  Eigen::VectorXd column(Index j) const;
  /// Column j in the units in which it was given; centered only if that was asked for.
  void copy_original(Index j, Eigen::Ref<Eigen::VectorXd> out) const;

  /// The rows in which a sparse column has an entry.
  std::span<const std::int32_t> rows_of(Index j) const {
    return entries.column_rows(static_cast<std::size_t>(j));
  }
  /// What the scaled column is there.
  double scaled(Index j, double entry) const { return (entry - shifts[j]) / scales[j]; }

  Eigen::MatrixXd columns;          ///< rows x features, scaled; empty if sparse
  Eigen::MatrixXf columns_single;   ///< the same for screening
  SparseMatrix entries;             ///< as given; empty if dense
  Eigen::VectorXd elsewhere;        ///< of each sparse column
  std::vector<bool> is_zero;        ///< sparse columns that add nothing: zeros, once scaled
  std::vector<bool> is_thin;        ///< sparse columns without entries in rows of half the weight
  Eigen::VectorXd shifts;           ///< what is subtracted from a sparse column
  Eigen::VectorXd centers, scales;  ///< column = (original - center) / scale
  Eigen::VectorXd ridges;           ///< of each scaled column
  Eigen::VectorXd weights;          ///< of each row; empty: all 1
  double total_weight;              ///< of all rows
  bool intercept;

 private:
  void scale_sparse_column(Index j, double ridge, bool centered);
};

/// Products of scaled columns with some vectors over the rows. A sparse column takes the time of
/// its entries. Both must outlive this.
class ColumnProducts {
 public:
  ColumnProducts(const SoftmaxDesign& design, const Eigen::MatrixXd& vectors);
  /// x_j' v for each of the vectors.
  Eigen::VectorXd with(Index j) const;

 private:
  const SoftmaxDesign& design_;
  const Eigen::MatrixXd& vectors_;
  Eigen::VectorXd totals_;
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

  Index rows() const { return design->rows(); }
  Index features() const { return design->features(); }
  /// m, the number of weights of a feature.
  Index outputs() const { return indicators.cols(); }

  std::shared_ptr<const SoftmaxDesign> design;
  const Eigen::MatrixXd& columns;  ///< of a dense design; the others up to `intercept` of any
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
