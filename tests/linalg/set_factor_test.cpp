#include "holdfast/linalg/set_factor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/linalg/dense_problem.hpp"

namespace holdfast::linalg {
namespace {

using support::DenseProblem;

constexpr double dependent = 1e-10;

std::vector<int> without(std::vector<int> set, int item) {
  std::erase(set, item);
  return set;
}

void expect_right(const SetFactor& factor, const DenseProblem& problem,
                  const std::vector<int>& set) {
  const double error = 1e-9 * (1.0 + problem.value(set));
  EXPECT_EQ(factor.size(), set.size());
  EXPECT_NEAR(factor.value(), problem.value(set), error);
  std::vector<double> losses(set.size());
  factor.losses(set, losses, problem);
  for (std::size_t i = 0; i < set.size(); ++i) {
    EXPECT_NEAR(losses[i], problem.value(set) - problem.value(without(set, set[i])), error);
    EXPECT_TRUE(factor.contains(set[i]));
  }
}

/// Random adds and removes with the factor checked against a pseudo-inverse at each step.
void walk(const DenseProblem& problem, int steps, std::uint64_t seed) {
  const int items = static_cast<int>(problem.a.rows());
  Random random(seed, 22);
  SetFactor factor(static_cast<std::size_t>(problem.b.rows()), dependent);
  std::vector<int> set;
  for (int step = 0; step < steps; ++step) {
    SCOPED_TRACE(testing::Message() << "step " << step);
    const int item = static_cast<int>(random.below(static_cast<std::uint64_t>(items)));
    if (std::find(set.begin(), set.end(), item) != set.end()) {
      factor.remove(item, problem);
      set = without(set, item);
      EXPECT_FALSE(factor.contains(item));
    } else {
      factor.add(item, problem);
      set.push_back(item);
    }
    expect_right(factor, problem, set);
  }
}

TEST(SetFactor, FollowsALongWalk) {
  walk(DenseProblem(30, 12, 1, 0.0, 1), 400, 1);
  walk(DenseProblem(30, 12, 5, 0.0, 2), 400, 2);
  walk(DenseProblem(8, 12, 3, 0.5, 3), 400, 3);
}

TEST(SetFactor, FollowsALongWalkThroughDependentSets) {
  walk(DenseProblem(6, 12, 2, 0.0, 4), 400, 4);
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(20, 9);
  Random random(5, 23);
  for (double& entry : x.reshaped()) entry = random.normal();
  x.col(3) = x.col(0);
  x.col(4) = x.col(0) + x.col(1) - 2.0 * x.col(2);
  x.col(5).setZero();
  x.col(6) = 1e4 * x.col(1);
  Eigen::MatrixXd y(20, 2);
  for (double& entry : y.reshaped()) entry = random.normal();
  walk(DenseProblem(x, y, 0.0), 400, 5);
}

TEST(SetFactor, DeterminantsAndPivots) {
  const DenseProblem problem(20, 8, 1, 0.3, 6);
  SetFactor factor(1, 0.0);
  std::vector<int> set;
  const auto log_det = [&](const std::vector<int>& members) {
    if (members.empty()) return 0.0;
    const std::vector<Eigen::Index> chosen(members.begin(), members.end());
    return std::log(problem.a(chosen, chosen).determinant());
  };
  for (const int item : {5, 2, 7, 0, 3}) {
    factor.add(item, problem);
    set.push_back(item);
    EXPECT_NEAR(factor.log_determinant(), log_det(set), 1e-10);
    std::vector<double> pivots(set.size());
    factor.pivots(set, pivots);
    for (std::size_t i = 0; i < set.size(); ++i) {
      EXPECT_NEAR(std::log(pivots[i]), log_det(set) - log_det(without(set, set[i])), 1e-10);
    }
  }
  factor.remove(7, problem);
  EXPECT_NEAR(factor.log_determinant(), log_det(without(set, 7)), 1e-10);
}

}  // namespace
}  // namespace holdfast::linalg
