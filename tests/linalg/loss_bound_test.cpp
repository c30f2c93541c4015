#include "holdfast/linalg/loss_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "tests/linalg/dense_problem.hpp"

namespace holdfast {
namespace {

using support::DenseProblem;

Matrix to_matrix(const Eigen::MatrixXd& m) {
  return {static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()),
          std::vector<double>(m.data(), m.data() + m.size())};
}

double bound(const DenseProblem& problem, std::size_t count) {
  return linalg::bound_largest_loss(to_matrix(problem.a), to_matrix(problem.b.transpose()), count);
}

/// By trying every deletion.
double largest_loss(const DenseProblem& problem, std::size_t count) {
  const auto n = static_cast<int>(problem.a.cols());
  double most = 0.0;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t kept = 0; kept < (1U << n); ++kept) {
    std::vector<int> set;
    for (int j = 0; j < n; ++j)
      if ((kept >> j & 1U) != 0) set.push_back(j);
    const double value = problem.value(set);
    most = std::max(most, value);
    if (n - std::popcount(kept) <= static_cast<int>(count)) least = std::min(least, value);
  }
  return most - least;
}

TEST(LossBound, NoDeletionCostsMore) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const DenseProblem problem(20, 8, seed % 2 == 0 ? 1 : 4, seed < 4 ? 0.0 : 1.0, seed);
    for (std::size_t count = 0; count <= 8; ++count) {
      const double loss = largest_loss(problem, count);
      EXPECT_GE(bound(problem, count) * (1 + 1e-9) + 1e-12, loss) << seed << ", " << count;
    }
  }
}

TEST(LossBound, OneDeletionIsNearlyExact) {
  const DenseProblem problem(40, 8, 1, 0.0, 9);
  EXPECT_LE(bound(problem, 1), 1.3 * largest_loss(problem, 1));
}

TEST(LossBound, SaysNothingOfASingularMatrix) {
  const DenseProblem problem(4, 6, 1, 0.0, 10);
  EXPECT_TRUE(std::isinf(bound(problem, 2)));
}

}  // namespace
}  // namespace holdfast
