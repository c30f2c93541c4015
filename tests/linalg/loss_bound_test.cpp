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

double bound(const DenseProblem& problem, std::size_t count, double found = 0.0, int branches = 0) {
  return linalg::bound_largest_loss(to_matrix(problem.a), to_matrix(problem.b.transpose()), count,
                                    found, branches, [] {})
      .loss;
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

TEST(LossBound, BranchesMeetTheTruth) {
  for (std::uint64_t seed = 20; seed < 26; ++seed) {
    const DenseProblem problem(20, 8, seed % 2 == 0 ? 1 : 4, 0.0, seed);
    for (std::size_t count = 1; count < 8; ++count) {
      const double loss = largest_loss(problem, count);
      for (const int branches : {1, 5, 20}) {
        EXPECT_GE(bound(problem, count, loss, branches) * (1 + 1e-9), loss);
        EXPECT_GE(bound(problem, count, 0.5 * loss, branches) * (1 + 1e-9), loss);
      }
      EXPECT_NEAR(bound(problem, count, loss, 1000), loss, 1e-6 * loss) << seed << ", " << count;
      EXPECT_NEAR(bound(problem, count, 0.9 * loss, 5000), loss, 1e-3 * loss);
    }
  }
}

TEST(LossBound, FindsTheDeletion) {
  const DenseProblem problem(20, 8, 1, 0.0, 30);
  const auto found = linalg::bound_largest_loss(
      to_matrix(problem.a), to_matrix(problem.b.transpose()), 3, 0.0, 5000, [] {});
  ASSERT_TRUE(found.deleted);
  EXPECT_EQ(found.deleted->size(), 3U);
  std::vector<int> kept;
  std::vector<int> everything;
  for (int j = 0; j < 8; ++j) {
    everything.push_back(j);
    if (std::ranges::count(*found.deleted, static_cast<std::size_t>(j)) == 0) kept.push_back(j);
  }
  const double loss = problem.value(everything) - problem.value(kept);
  EXPECT_NEAR(loss, largest_loss(problem, 3), 1e-9 * loss);
  EXPECT_NEAR(found.loss, loss, 1e-6 * loss);
}

TEST(LossBound, SaysNothingOfASingularMatrix) {
  const DenseProblem problem(4, 6, 1, 0.0, 10);
  EXPECT_TRUE(std::isinf(bound(problem, 2)));
}

}  // namespace
}  // namespace holdfast
