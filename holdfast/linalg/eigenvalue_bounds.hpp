#pragma once

#include "holdfast/core/matrix.hpp"

namespace holdfast::linalg {

/// Bounds that hold for the eigenvalues of every principal submatrix of at most `size` rows.
struct EigenvalueBounds {
  double smallest = 0.0;  ///< never negative
  double largest = 0.0;
  /// Whether the better bound came from the rows of the matrix (Gershgorin's discs of small
  /// submatrices) instead of the eigenvalues of the whole.
  bool smallest_from_rows = false;
  bool largest_from_rows = false;
};

/// For a symmetric positive semidefinite matrix. The eigenvalues of a principal submatrix lie
/// between the smallest and the largest of the whole matrix. They also lie within the sum of the
/// size - 1 largest |a_ij| of a row from its diagonal. The better bound is kept, rounded outwards
/// by d * 2.2e-16 * largest. O(d^3).
EigenvalueBounds bound_eigenvalues(const Matrix& matrix, std::size_t size);

}  // namespace holdfast::linalg
