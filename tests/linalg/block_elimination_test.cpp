#include "holdfast/linalg/block_elimination.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numeric>
#include <set>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"

namespace holdfast {
namespace {

using Eigen::Index;
using linalg::BlockElimination;

/// f(T) = tr(B_T' A_TT^-1 B_T) for sets T of blocks, by solving each time.
struct BlockProblem {
  explicit BlockProblem(std::uint64_t seed) : offsets{0, 2, 3, 6, 8, 9} {
    Random random(seed, 41);
    Eigen::MatrixXd x(14, 9);
    for (double& entry : x.reshaped()) entry = random.normal();
    Eigen::MatrixXd y(14, 2);
    for (double& entry : y.reshaped()) entry = random.normal();
    a = x.transpose() * x;
    b = x.transpose() * y;
  }

  std::vector<Index> rows(const std::set<Index>& blocks) const {
    std::vector<Index> result;
    for (const Index block : blocks) {
      const auto which = static_cast<std::size_t>(block);
      for (Index row = offsets[which]; row < offsets[which + 1]; ++row) result.push_back(row);
    }
    return result;
  }
  double value(const std::set<Index>& blocks) const {
    if (blocks.empty()) return 0.0;
    const auto own = rows(blocks);
    const Eigen::MatrixXd part = b(own, Eigen::indexing::all);
    return part.cwiseProduct(a(own, own).ldlt().solve(part)).sum();
  }

  std::vector<Index> offsets;
  Eigen::MatrixXd a, b;
};

constexpr double error = 1e-9;

TEST(BlockElimination, AddsBlocksByTheirGains) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const BlockProblem problem(seed);
    BlockElimination steps;
    steps.begin(problem.a, problem.b, problem.offsets);
    std::set<Index> kept;
    for (const Index next : {3, 0, 4}) {
      for (Index block = 0; block < steps.blocks(); ++block) {
        EXPECT_EQ(steps.is_gone(block), kept.contains(block));
        if (kept.contains(block)) continue;
        std::set<Index> more = kept;
        more.insert(block);
        EXPECT_NEAR(steps.worth(block), problem.value(more) - problem.value(kept), error);
      }
      steps.eliminate(next);
      kept.insert(next);
      EXPECT_NEAR(steps.total(), problem.value(kept), error);
    }
  }
}

TEST(BlockElimination, DeletesBlocksAloneAndInPairs) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const BlockProblem problem(seed);
    BlockElimination steps;
    steps.begin(problem.a.inverse(), problem.a.inverse() * problem.b, problem.offsets);
    std::set<Index> left{0, 1, 2, 3, 4};
    const double whole = problem.value(left);
    for (const Index next : {2, 0}) {
      for (const Index first : left) {
        for (const Index second : left) {
          std::set<Index> fewer = left;
          fewer.erase(first);
          fewer.erase(second);
          const double loss = problem.value(left) - problem.value(fewer);
          EXPECT_NEAR(first == second ? steps.worth(first) : steps.worth(first, second), loss,
                      error);
        }
      }
      steps.eliminate(next);
      left.erase(next);
      EXPECT_NEAR(whole - steps.total(), problem.value(left), error);
    }
  }
}

TEST(BlockElimination, ABlockThatJoinsIsLikeAnyOther) {
  const BlockProblem problem(7);
  // The last two blocks stand outside; the first of them joins a set that has lost a block.
  const std::set<Index> before{0, 1, 2};
  const auto own = problem.rows(before);
  const Eigen::MatrixXd p = problem.a(own, own).inverse();
  BlockElimination steps;
  steps.begin(p, p * problem.b(own, Eigen::indexing::all), {0, 2, 3, 6});
  steps.eliminate(1);
  const std::set<Index> left{0, 2};
  const auto rows = problem.rows(left);
  const auto joining = problem.rows({3});
  const Eigen::MatrixXd across = problem.a(rows, joining);
  const Eigen::MatrixXd answers = problem.a(rows, rows).ldlt().solve(across);
  Eigen::MatrixXd v = Eigen::MatrixXd::Zero(6, 2);
  for (std::size_t i = 0; i < rows.size(); ++i) v.row(rows[i]) = answers.row(static_cast<Index>(i));
  const Eigen::MatrixXd rest = problem.a(joining, joining) - across.transpose() * answers;
  const Eigen::MatrixXd open = problem.b(joining, Eigen::indexing::all) -
                               answers.transpose() * problem.b(rows, Eigen::indexing::all);
  steps.join(v, rest, open);
  const double whole = problem.value(before);
  EXPECT_NEAR(whole - steps.total(), problem.value({0, 2, 3}), error);
  EXPECT_NEAR(steps.worth(3), problem.value({0, 2, 3}) - problem.value({0, 2}), error);
  EXPECT_NEAR(steps.worth(2), problem.value({0, 2, 3}) - problem.value({0, 3}), error);
  steps.eliminate(2);
  EXPECT_NEAR(whole - steps.total(), problem.value({0, 3}), error);
}

TEST(BlockElimination, ADegenerateBlockIsAFailure) {
  BlockElimination steps;
  steps.begin(Eigen::MatrixXd::Zero(2, 2), Eigen::MatrixXd::Ones(2, 1), {0, 2});
  EXPECT_THROW(steps.eliminate(0), NumericFailure);
}

}  // namespace
}  // namespace holdfast
