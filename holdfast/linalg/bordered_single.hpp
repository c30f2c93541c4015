#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <iterator>
#include <utility>
#include <vector>

#include "holdfast/linalg/skinny_products.hpp"

namespace holdfast::linalg {

/// Inverse of the curvature after one feature has joined as the last column, in single precision:
/// that of the old columns as given, at whatever probabilities, bordered by the feature's curvature
/// at these. A preconditioner. O(entries q m^2 + (qm)^2 m) to make, with the entries of x that are
/// not zero.
class BorderedSingle {
  using Index = Eigen::Index;
  using Matrix = Eigen::MatrixXf;
  using Vector = Eigen::VectorXf;

 public:
  /// `row_weights` may be empty: all 1. `inverse` must outlive this.
  BorderedSingle(const Matrix& values, const Matrix& inverse, const Matrix& probabilities,
                 const Vector& row_weights, const Vector& x, float ridge);

  bool is_usable() const { return schur_.info() == Eigen::Success; }
  /// (q+1) x m to (q+1) x m.
  Matrix times(const Matrix& gradient) const;

 private:
  /// Curvatures of the feature with the old columns, qm x m, and with itself, m x m, no ridge.
  struct Curvatures {
    Matrix cross, own;
  };
  /// `weighted` is x times the weights of the rows.
  static Curvatures curvatures(const Matrix& values, const Matrix& probabilities,
                               const Vector& weighted, const Vector& x);

  const Matrix& inverse_;
  Matrix answers_;  ///< inverse * cross
  Eigen::LLT<Matrix> schur_;
};

inline BorderedSingle::BorderedSingle(const Matrix& values, const Matrix& inverse,
                                      const Matrix& probabilities, const Vector& row_weights,
                                      const Vector& x, float ridge)
    : inverse_(inverse) {
  const Vector weighted = row_weights.size() > 0 ? Vector(row_weights.cwiseProduct(x)) : x;
  std::vector<Index> rows;
  for (Index i = 0; i < x.size(); ++i) {
    if (x[i] != 0.0F) rows.push_back(i);
  }
  // A pixel is zero in most rows.
  auto [cross, own] = 2 * std::ssize(rows) < x.size()
                          ? curvatures(values(rows, Eigen::all), probabilities(rows, Eigen::all),
                                       weighted(rows), x(rows))
                          : curvatures(values, probabilities, weighted, x);
  own.array() -= ridge / static_cast<float>(own.cols() + 1);
  own.diagonal().array() += ridge;
  answers_.noalias() = inverse * cross;
  schur_.compute(own - cross.transpose() * answers_);
  // The inverse belongs to other probabilities, so what is left may be negative.
  if (schur_.info() == Eigen::Success) return;
  answers_.setZero();
  own.diagonal() *= 1.0F + 1e-4F;
  schur_.compute(own);
}

inline BorderedSingle::Curvatures BorderedSingle::curvatures(const Matrix& values,
                                                             const Matrix& probabilities,
                                                             const Vector& weighted,
                                                             const Vector& x) {
  const Index q = values.cols();
  const Index m = probabilities.cols();
  Curvatures result{Matrix(q * m, m), Matrix(m, m)};
  Matrix moved(x.size(), m);
  std::vector<std::pair<Index, Index>> pairs;
  const auto multiply = [&] {
    moved.conservativeResize(x.size(), std::ssize(pairs));
    const Matrix product = transposed_with_skinny(values, moved);
    const Vector with_x = moved.transpose() * x;
    for (Index k = 0; k < std::ssize(pairs); ++k) {
      const auto [a, b] = pairs[static_cast<std::size_t>(k)];
      result.cross.col(b).segment(a * q, q) = product.col(k);
      result.cross.col(a).segment(b * q, q) = product.col(k);
      result.own(a, b) = result.own(b, a) = with_x[k];
    }
    pairs.clear();
  };
  // Each pair of classes once, as many at a time as there are outputs.
  for (Index b = 0; b < m; ++b) {
    const Eigen::ArrayXf px = probabilities.col(b).array() * weighted.array();
    for (Index a = b; a < m; ++a) {
      auto to = moved.col(std::ssize(pairs)).array();
      to = -px * probabilities.col(a).array();
      if (a == b) to += px;
      pairs.emplace_back(a, b);
      if (std::ssize(pairs) == m) multiply();
    }
  }
  if (!pairs.empty()) multiply();
  return result;
}

inline Eigen::MatrixXf BorderedSingle::times(const Matrix& gradient) const {
  const Index q = gradient.rows() - 1;
  const Matrix old = gradient.topRows(q);
  const Vector own = gradient.row(q).transpose();
  Matrix result(gradient.rows(), gradient.cols());
  if (q == 0) {
    result.row(0) = schur_.solve(own).transpose();
    return result;
  }
  const Vector joining =
      schur_.solve(own - answers_.transpose() * Eigen::Map<const Vector>(old.data(), old.size()));
  const Vector others =
      inverse_ * Eigen::Map<const Vector>(old.data(), old.size()) - answers_ * joining;
  result.topRows(q) = Eigen::Map<const Matrix>(others.data(), q, gradient.cols());
  result.row(q) = joining.transpose();
  return result;
}

}  // namespace holdfast::linalg
