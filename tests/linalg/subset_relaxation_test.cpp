#include "holdfast/linalg/subset_relaxation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "holdfast/linalg/capped_simplex.hpp"
#include "holdfast/linalg/sparse_minorant.hpp"
#include "tests/linalg/dense_problem.hpp"

namespace holdfast {
namespace {

using linalg::SubsetRelaxation;
using support::DenseProblem;

Matrix to_matrix(const Eigen::MatrixXd& m) {
  return {static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()),
          std::vector<double>(m.data(), m.data() + m.size())};
}

SubsetRelaxation relaxation_of(const DenseProblem& problem, std::size_t limit) {
  return {to_matrix(problem.a), to_matrix(problem.b.transpose()), limit};
}

/// By trying every subset of the rows that are not in `gone`.
double best_subset(const DenseProblem& problem, std::size_t limit, std::uint32_t gone = 0) {
  const auto n = static_cast<int>(problem.a.cols());
  double best = 0.0;
  for (std::uint32_t mask = 0; mask < (1U << n); ++mask) {
    if ((mask & gone) != 0 || std::popcount(mask) > static_cast<int>(limit)) continue;
    std::vector<int> set;
    for (int j = 0; j < n; ++j)
      if ((mask >> j & 1U) != 0) set.push_back(j);
    best = std::max(best, problem.value(set));
  }
  return best;
}

TEST(SubsetRelaxation, ReturnsTheDiagonalForTheGivenRows) {
  DenseProblem problem(12, 8, 2, 0.1, 3);
  const Eigen::VectorXd scale = Eigen::VectorXd::LinSpaced(8, 0.1, 30.0);
  problem.a = scale.asDiagonal() * problem.a * scale.asDiagonal();
  problem.b = problem.b * scale.asDiagonal();
  SubsetRelaxation relaxation = relaxation_of(problem, 3);
  relaxation.solve(50, 1e-4);
  for (int move = 0; move < 8; ++move) {
    const auto d = relaxation.diagonal();
    ASSERT_EQ(d.size(), 8U);
    Eigen::MatrixXd rest = problem.a;
    for (Eigen::Index j = 0; j < 8; ++j) {
      EXPECT_GT(d[static_cast<std::size_t>(j)], 0.0);
      rest(j, j) -= d[static_cast<std::size_t>(j)];
    }
    EXPECT_EQ(rest.llt().info(), Eigen::Success);
    relaxation.improve_diagonal(50, 1e-4);
  }
  relaxation.remove(2);
  EXPECT_TRUE(relaxation.diagonal().empty());
}

class Shapes : public testing::TestWithParam<std::tuple<int, double>> {};

TEST_P(Shapes, NeverFallBelowTheBestSubset) {
  const auto [responses, ridge] = GetParam();
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const DenseProblem problem(12, 8, responses, ridge, seed);
    for (std::size_t limit = 0; limit <= 8; ++limit) {
      SubsetRelaxation relaxation = relaxation_of(problem, limit);
      ASSERT_TRUE(relaxation.usable());
      const double best = best_subset(problem, limit);
      EXPECT_GE(relaxation.bound() * (1 + 1e-9), best) << "before solving";
      for (const int steps : {1, 3, 300}) {
        relaxation.solve(steps, 1e-5);
        EXPECT_GE(relaxation.bound() * (1 + 1e-9), best) << "after " << steps << " steps";
      }
      for (int move = 0; move < 5 && relaxation.improve_diagonal(100, 1e-4); ++move)
        EXPECT_GE(relaxation.bound() * (1 + 1e-9), best) << "after move " << move;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Some, Shapes,
                         testing::Combine(testing::Values(1, 3, 20), testing::Values(0.0, 2.0)));

TEST(SubsetRelaxation, MovesOfTheDiagonalHelp) {
  const DenseProblem problem(14, 9, 1, 0.0, 3);
  SubsetRelaxation relaxation = relaxation_of(problem, 3);
  relaxation.solve(300, 1e-6);
  const double first = relaxation.bound();
  double before = first;
  for (int move = 0; move < 30 && relaxation.improve_diagonal(300, 1e-6); ++move) {
    EXPECT_LE(relaxation.bound(), before);
    before = relaxation.bound();
  }
  EXPECT_LT(before, 0.99 * first);
}

TEST(SubsetRelaxation, RemovedRowsNoLongerCount) {
  for (std::uint64_t seed = 10; seed < 14; ++seed) {
    const DenseProblem problem(12, 9, 2, 1.0, seed);
    SubsetRelaxation relaxation = relaxation_of(problem, 3);
    relaxation.solve(300, 1e-5);
    std::uint32_t gone = 0;
    double before = relaxation.bound();
    for (int round = 0; round < 5; ++round) {
      const std::size_t heaviest = relaxation.heaviest();
      EXPECT_EQ(gone >> heaviest & 1U, 0U) << "removed twice";
      gone |= 1U << heaviest;
      relaxation.remove(heaviest);
      EXPECT_EQ(relaxation.weights()[heaviest], 0.0);
      relaxation.solve(300, 1e-5);
      EXPECT_GE(relaxation.bound() * (1 + 1e-9), best_subset(problem, 3, gone));
      EXPECT_LE(relaxation.bound(), before * (1 + 1e-4));
      before = relaxation.bound();
    }
  }
}

TEST(SubsetRelaxation, IsTightWhereItemsDoNotInteract) {
  const Eigen::MatrixXd x = Eigen::MatrixXd::Identity(6, 6) * 2.0;
  const Eigen::MatrixXd y = Eigen::VectorXd::LinSpaced(6, 1.0, 6.0);
  const DenseProblem problem(x, y, 0.0);
  for (std::size_t limit = 1; limit <= 6; ++limit) {
    SubsetRelaxation relaxation = relaxation_of(problem, limit);
    relaxation.solve(300, 1e-6);
    const double best = best_subset(problem, limit);
    EXPECT_NEAR(relaxation.bound(), best, 0.02 * best) << limit;
  }
}

TEST(SubsetRelaxation, BoundConvergesToTheRelaxedValue) {
  const DenseProblem problem(60, 30, 1, 0.0, 4);
  SubsetRelaxation relaxation = relaxation_of(problem, 6);
  relaxation.solve(2000, 1e-5);
  EXPECT_GE(relaxation.bound(), relaxation.relaxed_value());
  EXPECT_LE(relaxation.bound(), relaxation.relaxed_value() * (1 + 1e-4));
  const auto weights = relaxation.weights();
  EXPECT_LE(std::accumulate(weights.begin(), weights.end(), 0.0), 6.0 + 1e-9);
}

TEST(SubsetRelaxation, DoesNotDependOnUnits) {
  const DenseProblem problem(12, 7, 1, 0.5, 5);
  DenseProblem other = problem;
  Eigen::VectorXd units(7);
  units << 1.0, 1e3, 1e-3, 5.0, 1e5, 0.1, 2.0;
  other.a = units.asDiagonal() * problem.a * units.asDiagonal();
  other.b = problem.b * units.asDiagonal();
  SubsetRelaxation one = relaxation_of(problem, 2);
  SubsetRelaxation two = relaxation_of(other, 2);
  one.solve(300, 1e-6);
  two.solve(300, 1e-6);
  EXPECT_NEAR(one.bound(), two.bound(), 1e-4 * one.bound());
}

TEST(SubsetRelaxation, RefusesASingularMatrix) {
  const DenseProblem problem(4, 7, 1, 0.0, 6);
  EXPECT_FALSE(relaxation_of(problem, 6).usable());
}

TEST(SubsetRelaxation, TakesDependentRowsAsGiven) {
  for (std::uint64_t seed = 20; seed < 24; ++seed) {
    Random random(seed, 0);
    Eigen::MatrixXd x(30, 9);
    for (double& entry : x.reshaped()) entry = random.normal();
    x.col(8) = -2.0 * x.col(0);
    x.col(7) = x.col(1) + x.col(2);
    Eigen::MatrixXd y(30, 1);
    for (double& entry : y.reshaped()) entry = random.normal();
    y += x.col(3) + x.col(4);
    const DenseProblem problem(x, y, 0.0);
    for (std::size_t limit = 1; limit <= 5; ++limit) {
      SubsetRelaxation relaxation = relaxation_of(problem, limit);
      ASSERT_TRUE(relaxation.usable());
      relaxation.solve(300, 1e-5);
      for (int move = 0; move < 10; ++move) relaxation.improve_diagonal(100, 1e-4);
      EXPECT_GE(relaxation.bound() * (1 + 1e-9), best_subset(problem, limit));
    }
    SubsetRelaxation one = relaxation_of(problem, 1);
    one.solve(300, 1e-5);
    EXPECT_LT(one.bound(), 0.999 * best_subset(problem, 9));
  }
}

/// Vectors with few nonzeros miss the null space: a bound below that of all rows although A is
/// singular.
TEST(SubsetRelaxation, BoundsSmallSetsOfASingularMatrix) {
  for (std::uint64_t seed = 30; seed < 34; ++seed) {
    const DenseProblem problem(14, 15, 1, 0.0, seed);
    std::vector<int> everything(15);
    std::iota(everything.begin(), everything.end(), 0);
    SubsetRelaxation relaxation = relaxation_of(problem, 2);
    if (!relaxation.usable()) continue;
    relaxation.solve(300, 1e-5);
    EXPECT_GE(relaxation.bound() * (1 + 1e-9), best_subset(problem, 2));
    EXPECT_LT(relaxation.bound(), problem.value(everything));
  }
}

TEST(SparseMinorant, IsSmallerForSparseVectorsOnly) {
  const DenseProblem problem(14, 15, 1, 0.0, 35);
  const Eigen::VectorXd scale = problem.a.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd a = scale.asDiagonal() * problem.a * scale.asDiagonal();
  const auto minorant = linalg::sparse_minorant(a, 2);
  ASSERT_TRUE(minorant);
  const auto least_eigenvalue = [](const Eigen::MatrixXd& matrix) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues()[0];
  };
  for (int i = 0; i < 15; ++i) {
    for (int j = i + 1; j < 15; ++j) {
      const std::vector<int> pair{i, j};
      EXPECT_GE(least_eigenvalue((a - minorant->matrix)(pair, pair)), -1e-12);
    }
  }
  EXPECT_LT(least_eigenvalue(a - minorant->matrix), 0.0);
  Eigen::MatrixXd rest = minorant->matrix;
  rest.diagonal() -= minorant->diagonal;
  EXPECT_GT(least_eigenvalue(rest), 0.0);
  EXPECT_GT(minorant->diagonal.minCoeff(), 0.0);
}

TEST(SubsetRelaxation, LeavesOutRowsOfZeros) {
  DenseProblem problem(12, 6, 1, 0.0, 7);
  problem.a.row(2).setZero();
  problem.a.col(2).setZero();
  problem.b.col(2).setZero();
  SubsetRelaxation relaxation = relaxation_of(problem, 3);
  ASSERT_TRUE(relaxation.usable());
  relaxation.solve(300, 1e-5);
  EXPECT_EQ(relaxation.weights()[2], 0.0);
  EXPECT_GE(relaxation.bound() * (1 + 1e-9), best_subset(problem, 3));
}

TEST(CappedSimplex, IsTheNearestPoint) {
  std::vector<double> s{3.0, 0.4, -1.0, 0.2};
  linalg::project_to_capped_simplex(s, 2.0);
  EXPECT_EQ(s, (std::vector<double>{1.0, 0.4, 0.0, 0.2}));
  s = {0.9, 0.8, 0.1};
  linalg::project_to_capped_simplex(s, 1.0);
  EXPECT_NEAR(s[0], 0.55, 1e-12);
  EXPECT_NEAR(s[1], 0.45, 1e-12);
  EXPECT_NEAR(s[2], 0.0, 1e-12);
  EXPECT_LE(s[0] + s[1] + s[2], 1.0);
}

}  // namespace
}  // namespace holdfast
