#include "paper/verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/paper/made_up_results.hpp"

namespace holdfast::paper {
namespace {

TEST(OutcomeOf, WinsByTheIntervalTiesByTheMean) {
  EXPECT_EQ(outcome_of({0.004, 0.001, 0.007, 20}, 0.01), Outcome::win);
  EXPECT_EQ(outcome_of({0.004, -0.001, 0.009, 20}, 0.01), Outcome::tie);
  EXPECT_EQ(outcome_of({-0.01, -0.02, 0.0, 20}, 0.01), Outcome::tie);
  EXPECT_EQ(outcome_of({-0.011, -0.02, -0.001, 20}, 0.01), Outcome::loss);
}

TEST(OutcomeOf, IsNoLossIfNotSignificant) {
  EXPECT_EQ(outcome_of({-0.011, -0.03, 0.008, 20}, 0.01), Outcome::undecided);
  EXPECT_EQ(outcome_of({0.02, -0.01, 0.05, 20}, 0.01), Outcome::undecided)
      << "ahead, but not surely, and too far for a tie";
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(outcome_of({0.5, -infinite, infinite, 1}, 0.01), Outcome::undecided);
  EXPECT_EQ(outcome_of({-0.5, -infinite, infinite, 1}, 0.01), Outcome::undecided);
  for (double mean = -0.5; mean <= 0.5; mean += 0.01) {
    for (double half = std::abs(mean); half <= 1.0; half += 0.05) {
      EXPECT_NE(outcome_of({mean, mean - half, mean + half, 2}, 0.01), Outcome::loss);
    }
  }
}

TEST(VerdictOf, FollowsTheSharesExactly) {
  EXPECT_EQ(verdict_of({.wins = 16, .ties = 3, .losses = 1}), Verdict::holds);
  EXPECT_EQ(verdict_of({.wins = 16, .ties = 0, .losses = 1, .undecided = 3}), Verdict::holds);
  EXPECT_EQ(verdict_of({.wins = 15, .ties = 5, .losses = 0}), Verdict::in_part);
  EXPECT_EQ(verdict_of({.wins = 18, .ties = 0, .losses = 2}), Verdict::in_part);
  EXPECT_EQ(verdict_of({.wins = 0, .ties = 10, .losses = 10}), Verdict::in_part);
  EXPECT_EQ(verdict_of({.wins = 5, .ties = 4, .losses = 11}), Verdict::does_not_hold);
  EXPECT_EQ(verdict_of({.wins = 5, .ties = 4, .losses = 10, .undecided = 1}), Verdict::undecided);
  EXPECT_EQ(verdict_of({.undecided = 20}), Verdict::undecided);
  EXPECT_EQ(verdict_of(Tally{}), Verdict::undecided);
}

/// The first rule as it was written down, on its own three counts.
Verdict first_rule(int wins, int ties, int losses) {
  const double cells = wins + ties + losses;
  if (wins >= 0.8 * cells && losses <= 0.05 * cells) return Verdict::holds;
  return wins + ties >= 0.5 * cells ? Verdict::in_part : Verdict::does_not_hold;
}

TEST(VerdictOf, IsTheFirstRuleIfWhatIsUndecidedIsLost) {
  constexpr int cells = 20;
  for (int wins = 0; wins <= cells; ++wins) {
    for (int ties = 0; wins + ties <= cells; ++ties) {
      for (int losses = 0; wins + ties + losses <= cells; ++losses) {
        const Tally tally{wins, ties, losses, cells - wins - ties - losses};
        const Verdict first = first_rule(wins, ties, cells - wins - ties);
        EXPECT_EQ(verdict_of(tally.by_first_rule()), first) << tally.text();
        // The amended rule is kinder only: it never finds a failure that the first did not find.
        EXPECT_GE(verdict_of(tally), first) << tally.text();
      }
    }
  }
}

TEST(TallyText, NamesEveryOutcome) {
  EXPECT_EQ((Tally{2, 1, 1, 3}.text()), "2 wins, 1 tie, 1 loss, 3 undecided in 7 cells");
}

TEST(Answers, AreOpenWhereTheIntervalHoldsTheThreshold) {
  EXPECT_EQ(is_above({0.3, 0.21, 0.39, 20}, 0.2), Answer::yes);
  EXPECT_EQ(is_above({0.3, 0.19, 0.41, 20}, 0.2), Answer::open);
  EXPECT_EQ(is_above({0.1, 0.01, 0.19, 20}, 0.2), Answer::no);
  EXPECT_EQ(is_above({0.0, 0.0, 0.0, 20}, 0.0), Answer::no) << "equal in every trial";
  EXPECT_EQ(is_within({0.01, -0.01, 0.03, 20}, 0.03), Answer::yes);
  EXPECT_EQ(is_within({0.01, -0.02, 0.04, 20}, 0.03), Answer::open);
  EXPECT_EQ(is_within({-0.01, -0.04, 0.02, 20}, 0.03), Answer::open);
  EXPECT_EQ(is_within({0.05, 0.04, 0.06, 20}, 0.03), Answer::no);
  EXPECT_EQ(is_within({-0.05, -0.06, -0.04, 20}, 0.03), Answer::no);
}

TEST(Conditions, DoNotFailForWhatIsOpen) {
  const auto of = [](int met, int open, int failed) { return Conditions{met, open, failed}; };
  EXPECT_EQ(of(3, 0, 0).verdict(), Verdict::holds);
  EXPECT_EQ(of(2, 1, 0).verdict(), Verdict::in_part);
  EXPECT_EQ(of(1, 2, 0).verdict(), Verdict::undecided);
  EXPECT_EQ(of(0, 2, 1).verdict(), Verdict::undecided);
  EXPECT_EQ(of(0, 1, 2).verdict(), Verdict::does_not_hold) << "one of three is less than half";
  EXPECT_EQ(of(0, 0, 3).verdict(), Verdict::does_not_hold);
  EXPECT_EQ(of(3, 0, 0).together(), Answer::yes);
  EXPECT_EQ(of(2, 1, 0).together(), Answer::open);
  EXPECT_EQ(of(1, 1, 1).together(), Answer::no);
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
