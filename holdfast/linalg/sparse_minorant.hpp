#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>

namespace holdfast::linalg {

/// A positive definite A' with u'A'u <= u'Au for every u of at most `size` nonzeros, although A
/// itself may be singular, and a diagonal D > 0 with A' - D positive semidefinite.
struct SparseMinorant {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd diagonal;
};

/// A = P + N with N = mu A (A + mu)^-1 and P = A^2 (A + mu)^-1, both positive semidefinite. In a
/// principal submatrix of `size` rows the off-diagonal entries of a row of N add up to at most its
/// size - 1 largest, so N >= D there with D_j = N_jj minus these; A' = P + D. Of several mu the one
/// with the largest sum of D is taken. Empty if no mu leaves every D_j positive, which happens soon
/// as `size` grows. A has a unit diagonal. O(n^3) for each mu.
std::optional<SparseMinorant> sparse_minorant(const Eigen::MatrixXd& a, std::size_t size);

}  // namespace holdfast::linalg
