#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "holdfast/core/errors.hpp"

namespace holdfast::linalg {

/// Symmetric elimination of indices, chosen one at a time, from a pair of matrices (K, N).
/// Eliminating e, with v = K u, p = K_ee and u the unit vector of e:
///   K <- K - v v'/p,   N <- (I - v u'/p) N (I - u v'/p),   and N_ee / p is what the step is worth.
/// With K = A_SS^-1 and N = K C K it deletes members of S (the worth is the loss); with K = A_SS
/// and N = C_SS it adds them (the worth is the gain). Only the diagonals are kept up to date; the
/// column of a pivot is computed from the earlier steps when it is chosen: O(n t) for step t
/// instead of O(n^2).
///
/// `Single`: N = w w', and only w is kept. Columns are padded with zeros to a multiple of `lanes`
/// rows.
template <bool Single>
class Elimination {
 public:
  using Index = Eigen::Index;
  static constexpr Index lanes = 8;

  static Index padded(Index size) { return (size + lanes - 1) / lanes * lanes; }
  /// A copy padded with rows of zeros.
  static Eigen::MatrixXd pad(const Eigen::MatrixXd& matrix) {
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(padded(matrix.rows()), matrix.cols());
    result.topRows(matrix.rows()) = matrix;
    return result;
  }

  /// Whether the largest or the least worth is chosen.
  enum class Choose { largest, least };

  /// Starts over. K and, unless Single, N are padded and must not change while in use; `numerators`
  /// are w, or the diagonal of N. At most `steps` eliminations and two calls of precede() may
  /// follow.
  void begin(const Eigen::MatrixXd& k, const Eigen::MatrixXd* n, const Eigen::VectorXd& diagonal,
             const Eigen::VectorXd& numerators, Index steps, Choose choose) {
    k_ = &k;
    n_ = n;
    sign_ = choose == Choose::largest ? 1.0 : -1.0;
    size_ = diagonal.size();
    rows_ = padded(size_);
    if (columns_.rows() != rows_ || columns_.cols() < steps + 2) {
      columns_.resize(rows_, steps + 2);
      if (!Single) sides_.resize(rows_, steps + 2);
      coefficients_.resize(steps + 2);
      side_coefficients_.resize(steps + 2);
      signs_.resize(steps + 2);
    }
    if (pivots_.size() != rows_) {
      pivots_.resize(rows_);
      numerators_.resize(rows_);
      scores_.resize(rows_);
    }
    pivots_.head(size_) = diagonal;
    numerators_.head(size_) = numerators;
    for (Index i = size_; i < rows_; ++i) put_out_of_reach(i);
    steps_ = 0;
    worth_ = 0.0;
    ranked_ = false;
  }

  /// The total worth of the steps so far.
  double worth() const { return worth_; }

  /// A change that a swap makes before the first step: K <- K + sign v v'/p, w <- w - v c/p.
  template <class Vector>
  void precede(double sign, const Vector& v, double pivot, double c) {
    static_assert(Single);
    auto column = columns_.col(steps_);
    const double root = 1.0 / std::sqrt(pivot);
    column.head(size_) = v.array() * root;
    column.tail(rows_ - size_).setZero();
    signs_[steps_] = sign;
    pivots_ += sign * column.square();
    numerators_ -= column * (c * root);
    ++steps_;
  }
  /// The same with N <- N - v z' - z v'.
  template <class Vector, class Other>
  void precede(double sign, const Vector& v, double pivot, const Eigen::MatrixBase<Other>& z) {
    static_assert(!Single);
    auto column = columns_.col(steps_);
    auto side = sides_.col(steps_);
    const double root = std::sqrt(pivot);
    column.head(size_) = v.array() / root;
    column.tail(rows_ - size_).setZero();
    side.head(size_) = z.array() * root;
    side.tail(rows_ - size_).setZero();
    signs_[steps_] = sign;
    pivots_ += sign * column.square();
    numerators_ -= 2.0 * column * side;
    ++steps_;
  }

  /// The index to choose next.
  Index next() {
    if (!ranked_) rank();
    for (Index i = 0; i < size_; ++i) {
      if (scores_[i] == best_) return i;
    }
    throw NumericFailure("a set of items is too nearly dependent to be attacked");
  }

  void eliminate(Index e) {
    double* column = columns_.col(steps_).data();
    for (Index s = 0; s < steps_; ++s) coefficients_[s] = signs_[s] * columns_(e, s);
    combine(k_->col(e).data(), columns_, coefficients_, nullptr, nullptr, column);
    const double pivot = std::max(column[e], std::numeric_limits<double>::min());
    const double root = 1.0 / std::sqrt(pivot);
    signs_[steps_] = -1.0;
    Pack best = Pack::Constant(-std::numeric_limits<double>::infinity());
    if constexpr (Single) {
      const double share = numerators_[e] * root;
      worth_ += share * share;
      put_out_of_reach(e);
      for (Index i = 0; i < rows_; i += lanes) {
        Eigen::Map<Pack> u(column + i);
        Eigen::Map<Pack> w(numerators_.data() + i);
        Eigen::Map<Pack> p(pivots_.data() + i);
        const Pack here = u * root;
        const Pack left = w - share * here;
        const Pack pivots = p - here * here;
        u = here;
        w = left;
        p = pivots;
        const Pack scores = (sign_ * left) * left / pivots;
        Eigen::Map<Pack>(scores_.data() + i) = scores;
        best = best.max(scores);
      }
    } else {
      double* side = sides_.col(steps_).data();
      for (Index s = 0; s < steps_; ++s) {
        coefficients_[s] = -sides_(e, s);
        side_coefficients_[s] = -columns_(e, s);
      }
      combine(n_->col(e).data(), columns_, coefficients_, &sides_, &side_coefficients_, side);
      const double own = std::max(side[e], 0.0);
      worth_ += own / pivot;
      put_out_of_reach(e);
      const double half = 0.5 * own / pivot;
      for (Index i = 0; i < rows_; i += lanes) {
        Eigen::Map<Pack> u(column + i);
        Eigen::Map<Pack> z(side + i);
        Eigen::Map<Pack> q(numerators_.data() + i);
        Eigen::Map<Pack> p(pivots_.data() + i);
        const Pack here = u * root;
        const Pack beside = z * root - half * here;
        const Pack numerators = q - 2.0 * here * beside;
        const Pack pivots = p - here * here;
        u = here;
        z = beside;
        q = numerators;
        p = pivots;
        const Pack scores = (sign_ * numerators) / pivots;
        Eigen::Map<Pack>(scores_.data() + i) = scores;
        best = best.max(scores);
      }
    }
    ++steps_;
    best_ = best.maxCoeff();
    ranked_ = true;
  }

 private:
  using Pack = Eigen::Array<double, lanes, 1>;

  /// Sets numbers that lose against all others. Later steps do not change them, because the row of
  /// an eliminated index is zero up to rounding.
  void put_out_of_reach(Index e) {
    if constexpr (Single) {
      numerators_[e] = 1e150;
      pivots_[e] = -1e12 * sign_;
    } else {
      numerators_[e] = -1e300 * sign_;
      pivots_[e] = 1e12;  // far above every pivot
    }
  }

  void rank() {
    if constexpr (Single) {
      scores_ = sign_ * numerators_.square() / pivots_;
    } else {
      scores_ = sign_ * numerators_ / pivots_;
    }
    best_ = scores_.maxCoeff();
    ranked_ = true;
  }

  /// out = base + first * its coefficients (+ second * its own), the sums kept in registers.
  void combine(const double* base, const Eigen::ArrayXXd& first, const Eigen::ArrayXd& a,
               const Eigen::ArrayXXd* second, const Eigen::ArrayXd* b, double* out) const {
    Index i = 0;
    for (; i + 4 * lanes <= rows_; i += 4 * lanes)
      combine_packs<4>(base, first, a, second, b, out, i);
    for (; i < rows_; i += lanes) combine_packs<1>(base, first, a, second, b, out, i);
  }
  template <Index Packs>
  void combine_packs(const double* base, const Eigen::ArrayXXd& first, const Eigen::ArrayXd& a,
                     const Eigen::ArrayXXd* second, const Eigen::ArrayXd* b, double* out,
                     Index i) const {
    Pack sums[Packs];
    for (Index p = 0; p < Packs; ++p) sums[p] = Eigen::Map<const Pack>(base + i + p * lanes);
    for (Index s = 0; s < steps_; ++s) {
      const double* column = first.data() + s * rows_ + i;
      for (Index p = 0; p < Packs; ++p)
        sums[p] += a[s] * Eigen::Map<const Pack>(column + p * lanes);
    }
    if (second) {
      for (Index s = 0; s < steps_; ++s) {
        const double* column = second->data() + s * rows_ + i;
        for (Index p = 0; p < Packs; ++p)
          sums[p] += (*b)[s] * Eigen::Map<const Pack>(column + p * lanes);
      }
    }
    for (Index p = 0; p < Packs; ++p) Eigen::Map<Pack>(out + i + p * lanes) = sums[p];
  }

  const Eigen::MatrixXd* k_ = nullptr;
  const Eigen::MatrixXd* n_ = nullptr;
  double sign_ = 1.0;  ///< -1: the least worth is chosen
  Index size_ = 0;
  Index rows_ = 0;
  Index steps_ = 0;
  double worth_ = 0.0;
  bool ranked_ = false;
  double best_ = 0.0;
  Eigen::ArrayXd pivots_, numerators_, scores_;
  Eigen::ArrayXd signs_, coefficients_, side_coefficients_;
  Eigen::ArrayXXd columns_;  ///< v / sqrt(p) of each step
  Eigen::ArrayXXd sides_;    ///< z sqrt(p): N changes by -(v z' + z v')
};

}  // namespace holdfast::linalg
