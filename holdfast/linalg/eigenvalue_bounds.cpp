#include "holdfast/linalg/eigenvalue_bounds.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "holdfast/core/require.hpp"

namespace holdfast::linalg {
namespace {

struct Interval {
  double low;
  double high;
};

Interval of_whole(const Matrix& matrix) {
  const auto size = static_cast<Eigen::Index>(matrix.cols());
  const Eigen::Map<const Eigen::MatrixXd> entries(matrix.data(), size, size);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(entries, Eigen::EigenvaluesOnly);
  require<NumericFailure>(solver.info() == Eigen::Success,
                          "eigenvalues of the items' inner products: no convergence");
  return {solver.eigenvalues().minCoeff(), solver.eigenvalues().maxCoeff()};
}

/// Gershgorin's discs; a submatrix of `size` rows keeps at most size - 1 off-diagonal entries.
Interval of_rows(const Matrix& matrix, std::size_t size) {
  Interval hull{std::numeric_limits<double>::infinity(), 0.0};
  std::vector<double> others;
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    others.clear();
    for (std::size_t i = 0; i < matrix.rows(); ++i)
      if (i != j) others.push_back(std::abs(matrix(i, j)));
    const std::size_t kept = std::min(size - 1, others.size());
    std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(kept),
                      others.end(), std::greater<>());
    const double radius =
        std::accumulate(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(kept), 0.0);
    hull.low = std::min(hull.low, matrix(j, j) - radius);
    hull.high = std::max(hull.high, matrix(j, j) + radius);
  }
  return hull;
}

}  // namespace

EigenvalueBounds bound_eigenvalues(const Matrix& matrix, std::size_t size) {
  require(matrix.rows() == matrix.cols() && size >= 1,
          "bound_eigenvalues: needs a square matrix and size >= 1");
  if (matrix.cols() == 0) return {};
  const Interval whole = of_whole(matrix);
  const Interval rows = of_rows(matrix, size);
  const double rounding =
      static_cast<double>(matrix.cols()) * std::numeric_limits<double>::epsilon() * whole.high;
  EigenvalueBounds bounds;
  bounds.smallest_from_rows = rows.low > whole.low;
  bounds.largest_from_rows = rows.high < whole.high;
  bounds.smallest = std::max(0.0, std::max(whole.low, rows.low) - rounding);
  bounds.largest = std::min(whole.high, rows.high) + rounding;
  return bounds;
}

}  // namespace holdfast::linalg
