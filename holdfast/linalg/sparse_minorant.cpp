#include "holdfast/linalg/sparse_minorant.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace holdfast::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double sum_of_largest_others(const MatrixXd& symmetric, Index row, std::size_t count) {
  std::vector<double> others;
  for (Index i = 0; i < symmetric.rows(); ++i)
    if (i != row) others.push_back(std::abs(symmetric(i, row)));
  const auto kept = static_cast<std::ptrdiff_t>(std::min(count, others.size()));
  std::partial_sort(others.begin(), others.begin() + kept, others.end(), std::greater<>());
  return std::accumulate(others.begin(), others.begin() + kept, 0.0);
}

/// mu A (A + mu)^-1 = mu - mu^2 (A + mu)^-1.
MatrixXd damped(const MatrixXd& a, double mu) {
  MatrixXd shifted = a;
  shifted.diagonal().array() += mu;
  MatrixXd n = -mu * mu * shifted.llt().solve(MatrixXd::Identity(a.rows(), a.cols()));
  n.diagonal().array() += mu;
  return 0.5 * (n + n.transpose());
}

}  // namespace

std::optional<SparseMinorant> sparse_minorant(const MatrixXd& a, std::size_t size) {
  // A smaller mu leaves a smaller D; a larger one leaves the correlations of A itself.
  constexpr double mus[] = {0.01, 0.02, 0.04, 0.08, 0.16, 0.32};
  // The share of D given up so that A' - D stays positive despite the rounding of the inverse.
  constexpr double given_up = 1e-5;
  if (size < 1) return std::nullopt;
  std::optional<SparseMinorant> best;
  for (const double mu : mus) {
    const MatrixXd n = damped(a, mu);
    VectorXd d(a.rows());
    for (Index j = 0; j < a.rows(); ++j) d[j] = n(j, j) - sum_of_largest_others(n, j, size - 1);
    if (!(d.minCoeff() > 1e-3 * mu) || (best && best->diagonal.sum() >= d.sum())) continue;
    best.emplace();
    best->matrix = a - n;
    best->matrix.diagonal() += d;
    best->diagonal = (1.0 - given_up) * d;
  }
  return best;
}

}  // namespace holdfast::linalg
