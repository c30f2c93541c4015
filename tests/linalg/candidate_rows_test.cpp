#include "holdfast/linalg/candidate_rows.hpp"

#include <gtest/gtest.h>

#include "tests/linalg/dense_problem.hpp"

namespace holdfast::linalg {
namespace {

using support::DenseProblem;

/// T'T over the basis must be A_(:,S) A_SS^-1 A_(S,:), attached columns included, and what remains
/// of the diagonal is A_vv minus that.
void expect_right(const CandidateRows& rows, const DenseProblem& problem) {
  const std::vector<Eigen::Index> basis(rows.basis().begin(), rows.basis().end());
  const Eigen::Index items = problem.a.rows();
  const Eigen::Index attached = problem.b.rows();
  Eigen::MatrixXd all(items, items + attached);  // A with the responses beside it
  all << problem.a, problem.b.transpose();
  Eigen::MatrixXd projected = Eigen::MatrixXd::Zero(items + attached, items + attached);
  Eigen::MatrixXd by_rows = projected;
  if (!basis.empty()) {
    const Eigen::MatrixXd seen = all(basis, Eigen::indexing::all);
    projected = seen.transpose() * problem.a(basis, basis).ldlt().solve(seen);
  }
  ASSERT_EQ(rows.rank(), basis.size());
  for (std::size_t i = 0; i < rows.rank(); ++i) {
    const auto row = rows.row(i);
    const auto of_items = rows.items_of(row);
    const auto of_attached = rows.attached_of(row);
    ASSERT_EQ(of_items.size(), static_cast<std::size_t>(items));
    ASSERT_EQ(of_attached.size(), static_cast<std::size_t>(attached));
    EXPECT_EQ(of_attached.data(), row.data() + rows.first_attached());
    Eigen::VectorXd t(items + attached);
    t << Eigen::Map<const Eigen::VectorXd>(of_items.data(), items),
        Eigen::Map<const Eigen::VectorXd>(of_attached.data(), attached);
    by_rows += t * t.transpose();
  }
  const double error = 1e-9 * (1.0 + all.cwiseAbs().maxCoeff());
  EXPECT_LT((by_rows - projected).cwiseAbs().maxCoeff(), error);
  for (int item = 0; item < items; ++item) {
    EXPECT_NEAR(rows.remaining(item), problem.a(item, item) - projected(item, item), error);
  }
}

void append(CandidateRows& rows, const DenseProblem& problem, int item, Workers& workers) {
  const Eigen::VectorXd column = problem.a.col(item);
  const auto fresh = rows.append(item, {column.data(), static_cast<std::size_t>(column.size())},
                                 problem.response(item), workers);
  EXPECT_EQ(fresh.data(), rows.row(rows.rank() - 1).data());
}

TEST(CandidateRows, FollowAppendsAndRemovals) {
  for (const int threads : {1, 2}) {
    const DenseProblem problem(40, 15, 3, 0.2, 7);
    Workers workers(threads);
    const Eigen::VectorXd diagonal = problem.a.diagonal();
    CandidateRows rows({diagonal.data(), 15}, 3, 1e-10);
    expect_right(rows, problem);
    Random random(8, 24);
    int removals = 0;
    for (int step = 0; step < 60; ++step) {
      const int item = static_cast<int>(random.below(15));
      if (rows.in_basis(item)) {
        const Eigen::VectorXd before = rows.remaining();
        const auto left = rows.remove(item, workers);
        EXPECT_EQ(rows.removals(), ++removals);
        EXPECT_FALSE(rows.in_basis(item));
        // The row that leaves is what everybody's remaining diagonal gets back.
        for (int other = 0; other < 15; ++other) {
          if (rows.in_basis(other)) continue;
          const double returned = left[static_cast<std::size_t>(other)];
          EXPECT_NEAR(rows.remaining(other), before[other] + returned * returned, 1e-9);
        }
      } else {
        EXPECT_TRUE(rows.adds_direction(item));
        append(rows, problem, item, workers);
        EXPECT_TRUE(rows.in_basis(item));
      }
      expect_right(rows, problem);
    }
    rows.clear();
    EXPECT_EQ(rows.rank(), 0U);
    EXPECT_EQ(rows.removals(), 0);
    expect_right(rows, problem);
  }
}

TEST(CandidateRows, KnowWhoAddsNoDirection) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(6, 5);
  Random random(9, 25);
  for (double& entry : x.reshaped()) entry = random.normal();
  x.col(2) = 3.0 * x.col(0);
  x.col(3).setZero();
  const DenseProblem problem(x, Eigen::MatrixXd::Ones(6, 1), 0.0);
  const Eigen::VectorXd diagonal = problem.a.diagonal();
  CandidateRows rows({diagonal.data(), 5}, 1, 1e-10);
  Workers workers(1);
  EXPECT_FALSE(rows.adds_direction(3)) << "a zero column";
  EXPECT_TRUE(rows.adds_direction(2));
  append(rows, problem, 0, workers);
  EXPECT_FALSE(rows.adds_direction(2)) << "a multiple of a member";
  EXPECT_FALSE(rows.adds_direction(0)) << "a member";
  EXPECT_TRUE(rows.adds_direction(1));
  rows.remove(0, workers);
  EXPECT_TRUE(rows.adds_direction(2));
}

TEST(CandidateRows, CombineIsAWeightedSum) {
  // Widths that leave something over of every size of block.
  for (const int items : {1, 11, 75, 127, 515}) {
    const DenseProblem problem(items + 3, items, 2, 1.0, 10);
    const Eigen::VectorXd diagonal = problem.a.diagonal();
    CandidateRows rows({diagonal.data(), static_cast<std::size_t>(items)}, 2, 1e-10);
    Workers workers(2);
    for (const int item : {0, 8, 100, 514}) {
      if (item < items) append(rows, problem, item, workers);
    }
    expect_right(rows, problem);
    const Eigen::VectorXd weights = Eigen::VectorXd::LinSpaced(rows.rank(), 2.0, -1.0);
    const Eigen::VectorXd sum = rows.combine_items(weights, workers);
    ASSERT_EQ(sum.size(), items);
    for (std::size_t c = 0; c < static_cast<std::size_t>(items); ++c) {
      double expected = 0.0;
      for (std::size_t i = 0; i < rows.rank(); ++i)
        expected += weights[static_cast<Eigen::Index>(i)] * rows.row(i)[c];
      EXPECT_NEAR(sum[static_cast<Eigen::Index>(c)], expected, 1e-12);
    }
  }
}

}  // namespace
}  // namespace holdfast::linalg
