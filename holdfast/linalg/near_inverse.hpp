#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "holdfast/core/workers.hpp"
#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// The inverse of the curvature, qm x qm, exact enough to precondition and to foresee answers: made
/// in single precision where the ridge is far above its rounding.
Eigen::MatrixXd near_inverse(const SoftmaxData& data, const SoftmaxColumns& columns,
                             const SoftmaxPoint& point, Workers* workers);

/// The inverse of a matrix that was factored, both triangles; shared out among the workers if
/// given.
template <class Matrix>
Matrix inverse_of(const Eigen::LLT<Matrix>& factor, Workers* workers) {
  constexpr std::size_t chunk = 64;
  const Index size = factor.rows();
  Matrix result = Matrix::Identity(size, size);
  const auto solve = [&](std::size_t begin, std::size_t end) {
    // The first rows of a block of L^-1 are zero.
    const auto first = static_cast<Index>(begin);
    auto block = result.middleCols(first, static_cast<Index>(end - begin));
    auto below = block.bottomRows(size - first);
    factor.matrixLLT()
        .bottomRightCorner(size - first, size - first)
        .template triangularView<Eigen::Lower>()
        .solveInPlace(below);
    factor.matrixU().solveInPlace(block);
  };
  if (workers) {
    workers->share_range(static_cast<std::size_t>(size), chunk, solve);
  } else {
    solve(0, static_cast<std::size_t>(size));
  }
  return result;
}

}  // namespace holdfast::linalg
