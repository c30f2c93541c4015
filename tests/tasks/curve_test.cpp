#include "holdfast/tasks/curve.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/registry/registry.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/problems.hpp"

namespace holdfast::tasks {
namespace {

class CurvesTest : public testing::Test {
 protected:
  holdfast::Run run_;
  FunctionObjective objective_ = support::root_objective();
};

TEST_F(CurvesTest, HaveAPointForEachNumberOfDeletions) {
  std::vector<registry::OptionValues> asked;
  for (const auto* name : {"greedy", "pro-greedy", "omp"}) {
    asked.emplace_back(name, registry::find_algorithm(name).options);
  }
  const auto result = curves(objective_, {3, 2}, 4, asked, Exact(), run_);
  ASSERT_EQ(result.curves.size(), 1U);
  EXPECT_EQ(result.curves[0].algorithm.owner(), "greedy");
  const std::vector<double> expected{15.0, 9.0, 4.0, 0.0, 0.0};
  ASSERT_EQ(result.curves[0].worst.size(), expected.size());
  for (std::size_t tau = 0; tau < expected.size(); ++tau) {
    EXPECT_NEAR(result.curves[0].worst[tau].value, std::sqrt(expected[tau]), 1e-12) << tau;
    EXPECT_EQ(result.curves[0].worst[tau].items.size(), std::min<std::size_t>(tau, 3));
  }
  ASSERT_EQ(result.skipped.size(), 2U);
  EXPECT_EQ(result.skipped[0].algorithm, "pro-greedy");
  EXPECT_THAT(result.skipped[0].why, testing::HasSubstr("k = 3"));
  EXPECT_EQ(result.skipped[1].algorithm, "omp");
  EXPECT_THAT(result.skipped[1].why, testing::HasSubstr("gradient"));
}

/// A judge that deletes the lightest items cannot make a curve rise, nor keep what it missed.
TEST_F(CurvesTest, NeverRiseWhoeverJudges) {
  const support::TestProblem problem = support::table_problem(12, false, 3);
  const std::vector<registry::OptionValues> asked{{"greedy", {}}};
  const auto result =
      curves(*problem.objective, {12, 3}, 12, asked, support::FeebleAdversary(), run_);
  const auto& worst = result.curves.at(0).worst;
  for (std::size_t t = 0; t < worst.size(); ++t) {
    EXPECT_EQ(worst[t].items.size(), t);
    EXPECT_LE(worst[t].value, worst[t == 0 ? 0 : t - 1].value) << t;
    EXPECT_LE(worst[t].at_least, worst[t].value);
    EXPECT_NEAR(worst[t].value,
                problem.definition(difference(problem.objective->all_items(), worst[t].items)),
                problem.allowed_error());
  }
}

/// Nothing is left after 30 losses. That would prove a value below 0 after fewer of them, if the
/// function did not fall.
TEST_F(CurvesTest, ProveNothingFromMonotonicityIfAFunctionFalls) {
  const auto harm_by_odd_items = [](std::span<const Item> set) {
    double sum = 0.0;
    for (const Item item : set) sum += item % 2 == 0 ? 1.0 : -2.0;
    return sum;
  };
  const FunctionObjective falling(30, harm_by_odd_items);
  const std::vector<registry::OptionValues> asked{{"greedy", {}}};
  const auto result = curves(falling, {30, 3}, 30, asked, GreedyMin(), run_);
  const auto& worst = result.curves.at(0).worst;
  ASSERT_EQ(worst.size(), 31U);
  EXPECT_EQ(worst[15].value, -30.0);
  // Fewer than 4 or more than 26 losses are few enough to try them all.
  for (std::size_t tau = 4; tau <= 26; ++tau) EXPECT_FALSE(worst[tau].proven) << tau;
}

TEST_F(CurvesTest, TellHowFarTheyAre) {
  std::vector<std::int64_t> done;
  std::int64_t total = 0;
  holdfast::Run::Options options;
  options.on_progress = [&](const Progress& progress) {
    if (progress.job != "curve") return;
    done.push_back(progress.done);
    total = progress.total;
  };
  const holdfast::Run run(options);
  const std::vector<registry::OptionValues> asked{{"greedy", {}}};
  curves(objective_, {3, 2}, 2, asked, Exact(), run);
  EXPECT_THAT(done, testing::ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(total, 4);
}

}  // namespace
}  // namespace holdfast::tasks
