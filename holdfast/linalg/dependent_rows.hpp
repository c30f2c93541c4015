#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace holdfast::linalg {

/// f(T) = tr(A_TT^-1 (BB')_TT) with some rows Z taken as given: f(T) <= f(Z) + g(T \ Z), where g
/// is of the same form with what Z leaves of the others.
struct GivenRows {
  double base = 0.0;              ///< f(Z)
  std::vector<std::size_t> rows;  ///< those that are left, ascending; neither in Z nor zero
  Eigen::MatrixXd quadratic;      ///< of these rows
  Eigen::MatrixXd responses;
};

/// Z is the smallest set that makes the rest independent. Of the rows that take part in a linear
/// dependence, it has as many as are independent among themselves; the others add nothing to Z and
/// are dropped. A is positive semidefinite with a unit diagonal; B has as many rows. A row of which
/// less than 1e-10 is left counts as dependent. If every row takes part (for example with fewer
/// observations than rows), no row is left. O(n^3).
GivenRows give_dependent_rows(const Eigen::MatrixXd& quadratic, const Eigen::MatrixXd& responses);

}  // namespace holdfast::linalg
