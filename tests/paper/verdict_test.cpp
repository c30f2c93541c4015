#include "paper/verdict.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/paper/made_up_results.hpp"

namespace holdfast::paper {
namespace {

TEST(OutcomeOf, WinsByTheIntervalTiesByTheMean) {
  EXPECT_EQ(outcome_of({0.004, 0.001, 0.007, 20}, 0.01), Outcome::win);
  EXPECT_EQ(outcome_of({0.004, -0.001, 0.009, 20}, 0.01), Outcome::tie);
  EXPECT_EQ(outcome_of({-0.01, -0.02, 0.0, 20}, 0.01), Outcome::tie);
  EXPECT_EQ(outcome_of({-0.011, -0.02, 0.0, 20}, 0.01), Outcome::loss);
  EXPECT_EQ(outcome_of({0.02, -0.01, 0.05, 20}, 0.01), Outcome::loss)
      << "ahead, but not surely, and too far for a tie";
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(outcome_of({0.5, -infinite, infinite, 1}, 0.01), Outcome::loss);
}

TEST(VerdictOf, FollowsTheSharesExactly) {
  EXPECT_EQ(verdict_of({.wins = 16, .ties = 3, .losses = 1}), Verdict::holds);
  EXPECT_EQ(verdict_of({.wins = 15, .ties = 5, .losses = 0}), Verdict::in_part);
  EXPECT_EQ(verdict_of({.wins = 18, .ties = 0, .losses = 2}), Verdict::in_part);
  EXPECT_EQ(verdict_of({.wins = 0, .ties = 10, .losses = 10}), Verdict::in_part);
  EXPECT_EQ(verdict_of({.wins = 5, .ties = 4, .losses = 11}), Verdict::does_not_hold);
  EXPECT_EQ(verdict_of(Tally{}), Verdict::does_not_hold);
}

TEST(VerdictOfConditions, NeedsAllOrHalf) {
  EXPECT_EQ(verdict_of_conditions(3, 3), Verdict::holds);
  EXPECT_EQ(verdict_of_conditions(2, 3), Verdict::in_part);
  EXPECT_EQ(verdict_of_conditions(1, 2), Verdict::in_part);
  EXPECT_EQ(verdict_of_conditions(1, 3), Verdict::does_not_hold);
  EXPECT_EQ(verdict_of_conditions(0, 1), Verdict::does_not_hold);
}

TEST(VerdictOfShare, StartsAtTheGivenShare) {
  EXPECT_EQ(verdict_of_share(0.8, 0.8), Verdict::holds);
  EXPECT_EQ(verdict_of_share(0.79, 0.8), Verdict::in_part);
  EXPECT_EQ(verdict_of_share(0.49, 0.8), Verdict::does_not_hold);
}

TEST(Compare, PairsWithTheOtherOfTheBestMean) {
  const Results results = made_up({"3"}, 2, [](const Place& place, CellResult& result) {
    // greedy: 80, 100; oblivious: 85, 85; own: 100, 120.
    if (place.method.id == "greedy") {
      result.worst = 80.0 + 20.0 * static_cast<double>(place.trial);
    } else if (place.method.id == "oblivious") {
      result.worst = 85.0;
    } else {
      result.worst = 100.0 + 20.0 * static_cast<double>(place.trial);
    }
  });
  const Experiment& logistic = results.experiments().front();
  const auto compared = compare(results, logistic, {{2, 12}}, logistic.methods.front().id,
                                {"oblivious", "greedy"}, Metric::objective);
  ASSERT_EQ(compared.size(), 1U);
  EXPECT_EQ(compared[0].against, "greedy");
  EXPECT_DOUBLE_EQ(compared[0].difference.mean, (20.0 / 100.0 + 20.0 / 120.0) / 2.0);
}

TEST(Compare, MeasuresAccuracyInPoints) {
  const Results results = made_up({"3"}, 3, [](const Place& place, CellResult& result) {
    result.score = place.is_own() ? 0.604 : 0.6;
  });
  const Experiment& logistic = results.experiments().front();
  const auto compared =
      compare(results, logistic, {{2, 12}}, "greedy", {logistic.methods.front().id}, Metric::score);
  ASSERT_EQ(compared.size(), 1U);
  EXPECT_NEAR(compared[0].difference.mean, -0.004, 1e-12);
  EXPECT_EQ(compared[0].outcome, Outcome::tie);
}

TEST(Compare, LeavesOutCellsThatWereNotRun) {
  const Results results = made_up({"2"}, 2, [](const Place&, CellResult&) {});
  const Experiment& linear = results.experiments().front();
  // osu with buckets of tau needs k >= tau^2 = 64.
  EXPECT_TRUE(compare(results, linear, {{8, 20}}, "osu", {"greedy"}, Metric::objective).empty());
  EXPECT_FALSE(compare(results, linear, {{2, 20}}, "osu", {"greedy"}, Metric::objective).empty());
}

}  // namespace
}  // namespace holdfast::paper
