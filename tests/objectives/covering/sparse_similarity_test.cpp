// Facility location on sparse similarities: the answers of the same numbers written out.

#include <gtest/gtest.h>

#include <limits>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/covering/facility_location.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/expectations.hpp"

namespace holdfast {
namespace {

/// About `share` of the cells; small whole numbers make many ties.
SparseMatrix random_similarities(std::size_t rows, std::size_t items, double share, bool ties,
                                 std::uint64_t seed) {
  Random random(seed, 0);
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> where;
  std::vector<double> values;
  for (std::size_t j = 0; j < items; ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      if (random.uniform() >= share) continue;
      where.push_back(static_cast<std::int32_t>(i));
      values.push_back(ties ? static_cast<double>(random.below(3)) : random.uniform());
    }
    starts.push_back(static_cast<std::int64_t>(where.size()));
  }
  return {rows, items, std::move(starts), std::move(where), std::move(values)};
}

TEST(SparseFacilityLocation, KeepsTheContract) {
  for (const bool ties : {false, true}) {
    for (const double share : {0.0, 0.2, 1.0}) {
      const SparseMatrix sparse = random_similarities(13, 9, share, ties, 5);
      support::TestProblem problem;
      problem.objective = std::make_shared<FacilityLocationObjective>(sparse);
      problem.definition = support::facility_location_definition(sparse.to_dense());
      support::check_contract(problem, 1);
    }
  }
}

TEST(SparseFacilityLocation, LongWalksOverSeveralBlocksOfRows) {
  const SparseMatrix sparse = random_similarities(5000, 20, 0.01, false, 6);
  support::TestProblem problem;
  problem.objective = std::make_shared<FacilityLocationObjective>(sparse);
  problem.definition = support::facility_location_definition(sparse.to_dense());
  support::check_long_walk(problem, 300, 3);
}

TEST(SparseFacilityLocation, ChoosesWhatTheDenseOneChooses) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const SparseMatrix sparse = random_similarities(2500, 60, 0.02, seed % 2 == 0, seed);
    const FacilityLocationObjective dense(sparse.to_dense());
    const FacilityLocationObjective objective(sparse);
    const auto expected = ObliviousGreedy().select(dense, {20, 4}, holdfast::Run());
    const auto found = ObliviousGreedy().select(objective, {20, 4}, holdfast::Run());
    EXPECT_EQ(found.items(), expected.items());
    EXPECT_NEAR(found.value, expected.value, 1e-12 * expected.value);
    EXPECT_NEAR(*objective.largest_value(), *dense.largest_value(), 1e-12 * expected.value);
  }
}

/// Rows [0, 4096) and the rest, as two machines would hold them.
TEST(SparseFacilityLocation, GainsOfAlignedPartsAddUpToTheSameBits) {
  constexpr std::size_t cut = 4096;
  const SparseMatrix whole = random_similarities(7000, 40, 0.05, false, 9);
  const Matrix dense = whole.to_dense();
  const auto part = [&](std::size_t first, std::size_t count) {
    std::vector<double> numbers;
    for (std::size_t j = 0; j < dense.cols(); ++j) {
      const auto column = dense.column(j).subspan(first, count);
      numbers.insert(numbers.end(), column.begin(), column.end());
    }
    return Matrix(count, dense.cols(), std::move(numbers));
  };
  const holdfast::Run run;
  const FacilityLocationObjective all(dense);
  const FacilityLocationObjective top(part(0, cut));
  const FacilityLocationObjective rest(part(cut, 7000 - cut));
  const Items chosen{3, 17, 8};
  const Items candidates{0, 1, 2, 30, 39};
  const auto gains = all.start_at(run, chosen)->gains(candidates);
  const auto of_top = top.start_at(run, chosen)->gains(candidates);
  const auto of_rest = rest.start_at(run, chosen)->gains(candidates);
  for (std::size_t c = 0; c < candidates.size(); ++c) EXPECT_EQ(gains[c], of_top[c] + of_rest[c]);
  EXPECT_EQ(all.start_at(run, chosen)->value(),
            top.start_at(run, chosen)->value() + rest.start_at(run, chosen)->value());
}

TEST(SparseFacilityLocation, NamesTheCellThatIsWrong) {
  for (const double bad :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const SparseMatrix similarity(4, 2, {0, 1, 3}, {2, 0, 3}, {1.0, 1.0, bad});
    support::expect_refusal([&] { FacilityLocationObjective{similarity}; },
                            {"similarity", "row 3", "column 1"});
  }
}

TEST(SparseFacilityLocation, WeightsMultiplyRows) {
  const SparseMatrix similarity(3, 2, {0, 2, 3}, {0, 2, 1}, {1.0, 2.0, 3.0});
  const std::vector<double> weights{10.0, 100.0, 1000.0};
  const FacilityLocationObjective objective(weighted_rows(similarity, weights));
  EXPECT_EQ(objective.value(Items{0}), 2010.0);
  EXPECT_EQ(objective.value(Items{0, 1}), 2310.0);
  support::expect_refusal([&] { weighted_rows(similarity, std::vector<double>{1.0}); },
                          {"weights"});
}

}  // namespace
}  // namespace holdfast
