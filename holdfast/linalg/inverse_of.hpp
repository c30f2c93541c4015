#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>

#include "holdfast/core/workers.hpp"

namespace holdfast::linalg {

/// The inverse of a factored matrix, both triangles; split among the workers if given. For each
/// block of columns only the rows from its first on are solved for: the others are known by
/// symmetry, and neither triangular solve needs them.
template <class Matrix>
Matrix inverse_of(const Eigen::LLT<Matrix>& factor, Workers* workers) {
  constexpr Eigen::Index width = 64;
  const Eigen::Index size = factor.rows();
  Matrix result = Matrix::Identity(size, size);
  const auto solve = [&](std::size_t which) {
    const Eigen::Index first = width * static_cast<Eigen::Index>(which);
    const Eigen::Index rest = size - first;
    auto block = result.block(first, first, rest, std::min(width, rest));
    const auto lower =
        factor.matrixLLT().bottomRightCorner(rest, rest).template triangularView<Eigen::Lower>();
    lower.solveInPlace(block);
    lower.adjoint().solveInPlace(block);
  };
  const auto blocks = static_cast<std::size_t>((size + width - 1) / width);
  if (workers) {
    workers->share(blocks, solve);
  } else {
    for (std::size_t which = 0; which < blocks; ++which) solve(which);
  }
  result.template triangularView<Eigen::StrictlyUpper>() = result.transpose();
  return result;
}

}  // namespace holdfast::linalg
