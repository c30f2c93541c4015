#pragma once

#include "holdfast/core/matrix.hpp"

namespace holdfast::linalg {

/// An upper bound on the best subset:  max over |T| <= l of  tr(A_TT^-1 (BB')_TT),  A symmetric
/// positive definite of n rows, B of n rows.
///
/// For any diagonal D >= 0 with Q = A - D positive semidefinite and any matrix V,
///   tr(A_TT^-1 (BB')_TT) <= tr(V'QV) + sum over j in T of |(B - QV)_j|^2 / D_j,
/// so the sum over the l largest terms bounds every T. The best V comes from a concave problem in
/// weights s, 0 <= s <= 1, sum s <= l: V = (Q + D/s)^-1 B at its maximum. The bound is valid for
/// whatever V and D the search stops at: a Cholesky factorization with a margin for rounding checks
/// D, and the terms are rounded up.
///
/// Rows are scaled so that A has a unit diagonal, which does not change the value. Zero rows of A
/// never contribute and are dropped. Rows that depend on each other, such as duplicates, leave no
/// room for a D; they are taken as given, free of charge, see dependent_rows.hpp. If all rows do, a
/// smaller matrix stands for A, see sparse_minorant.hpp. Single-threaded and deterministic. O(n^2)
/// memory.
class SubsetRelaxation {
 public:
  /// `limit` is l. O(n^3).
  SubsetRelaxation(const Matrix& quadratic, const Matrix& responses, std::size_t limit);
  ~SubsetRelaxation();
  SubsetRelaxation(SubsetRelaxation&&) noexcept;
  SubsetRelaxation& operator=(SubsetRelaxation&&) noexcept;
  SubsetRelaxation(const SubsetRelaxation& other);
  SubsetRelaxation& operator=(const SubsetRelaxation&) = delete;

  /// False if A is so close to singular that no D is left even then; in that case nothing else may
  /// be called.
  bool usable() const;

  /// The best bound so far for the rows that are left. Valid at any time after solve().
  double bound() const;
  /// The relaxed value at the current weights; bound() cannot go lower with this D.
  double relaxed_value() const;
  /// s, for the rows of the constructor; 0 for removed rows.
  std::vector<double> weights() const;
  /// D, for the rows of the constructor; empty unless all of them are still there as given.
  std::vector<double> diagonal() const;

  /// Improves V until bound and relaxed value differ by at most `tolerance` of the bound, or
  /// `steps` were made. A step is O(|support of s|^3 + n |support|) for one response.
  void solve(int steps, double tolerance);

  /// How many rows the bound still depends on, and how many of them may be chosen.
  std::size_t rows() const;
  std::size_t limit() const;
  /// The row without which the relaxed value would fall most (its weight given to others at the
  /// current price), numbered as in the constructor. Needs a solve() and rows() > 0.
  std::size_t heaviest() const;
  /// Leaves a row out from now on: the bound is then that of the others, and starts again.
  void remove(std::size_t row);

  /// Counts a row as chosen from now on: the bound is then that of the sets that contain it, and
  /// starts again.
  void give(std::size_t row);

  /// Moves D by one step towards the best, and solves; a single step need not lower the bound.
  /// False if more steps would not be worth it. O(n^3).
  bool improve_diagonal(int solve_steps, double tolerance);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace holdfast::linalg
