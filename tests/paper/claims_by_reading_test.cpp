#include "paper/claims_by_reading.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "paper/readings_output.hpp"
#include "tests/paper/made_up_results.hpp"

namespace holdfast::paper {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// By how much oblivious-greedy is ahead of the others under a reading.
using Leads = std::map<std::string, double>;

/// Invented results of figure 3 under these readings, the headline's first.
std::vector<ReadingResults> readings_with(const Leads& leads, std::uint64_t trials = 5) {
  std::vector<std::string> names;
  for (const auto& [name, lead] : leads) names.push_back(name);
  std::vector<ReadingResults> all;
  for (auto& plan : plan_readings({Scale::tiny, {"3"}, false, names})) {
    const double lead = leads.at(plan.reading.name);
    std::vector<StoredCell> cells;
    for (const auto& experiment : plan.experiments) {
      for (const auto& unit : units_of_trials(experiment, trials, Share::paper)) {
        for (const auto& cell : unit.cells) {
          StoredCell stored{experiment.key(), unit.trial, unit.method->id, {}};
          const bool own = unit.method->id == experiment.methods.front().id;
          const double noise = 0.01 * static_cast<double>(unit.trial % 3);
          stored.result.cell = cell;
          stored.result.value = 100.0;
          stored.result.worst = 50.0 + noise + (own ? lead : 0.0);
          stored.result.score = 0.5 + 0.01 * (noise + (own ? lead : 0.0));
          cells.push_back(stored);
        }
      }
    }
    all.push_back({std::move(plan), std::move(cells)});
  }
  return all;
}

const ClaimByReading& claim_3(const std::vector<ClaimByReading>& claims) {
  return *std::ranges::find(claims, 3, &ClaimByReading::number);
}

std::vector<std::string> names_of(const ClaimByReading& claim) {
  std::vector<std::string> names;
  for (const auto& row : claim.rows) names.push_back(row.reading.name);
  return names;
}

TEST(ClaimsByReading, PutFirstWhatMovesTheVerdictMost) {
  const auto claims = judge_by_reading(readings_with({{"headline", -5.0},
                                                      {"ridge=10", -20.0},
                                                      {"intercept=yes", 0.0},
                                                      {"noise=literal", 10.0},
                                                      {"labels=drawn", -6.0},
                                                      {"ridge=100", -5.0}}));
  const auto& claim = claim_3(claims);
  EXPECT_THAT(names_of(claim), ElementsAre("headline", "noise=literal", "intercept=yes", "ridge=10",
                                           "labels=drawn"));
  EXPECT_EQ(claim.rows[0].judgement.verdict, Verdict::does_not_hold);
  EXPECT_EQ(claim.rows[1].judgement.verdict, Verdict::holds);
  EXPECT_EQ(claim.rows[1].steps, 3);
  EXPECT_EQ(claim.rows[2].judgement.verdict, Verdict::in_part);
  EXPECT_EQ(claim.rows[3].steps, 0);
  EXPECT_NEAR(claim.rows[3].change,
              claim.rows[3].judgement.statistic.value - claim.rows[0].judgement.statistic.value,
              1e-12);
  EXPECT_EQ(claim.rows.size(), 5U) << "ridge=100 changes nothing here";
  EXPECT_EQ(claim.decisive()->reading.name, "noise=literal");
  EXPECT_EQ(claim.rows[1].trials, 5U);
}

TEST(ClaimsByReading, SayFirstWhatHoldsAsTheTextIsPrinted) {
  const auto claims =
      judge_by_reading(readings_with({{"headline", -5.0}, {"noise=literal", 10.0}}));
  EXPECT_THAT(claim_3(claims).sentence(),
              StartsWith("As the text is printed it holds; it holds under 1 of 2 readings; under "
                         "the headline it does not hold. What matters most is the noise of the "
                         "autoregressive process"));
  EXPECT_THAT(conclusion(claims).front(),
              StartsWith("Claim 3 holds as the text is printed (noise=literal)"));
}

TEST(ClaimsByReading, SayWhereAClaimHoldsUnderNoReading) {
  const auto claims = judge_by_reading(readings_with({{"headline", -5.0}, {"ridge=10", -9.0}}));
  EXPECT_THAT(claim_3(claims).sentence(),
              StartsWith("It holds under none of 2 readings; under the headline it does not hold. "
                         "No single decision changes the verdict"));
  std::string text;
  for (const auto& sentence : conclusion(claims)) text += sentence;
  EXPECT_THAT(text, HasSubstr("under no reading that was tried, not even in part"));
  EXPECT_LE(conclusion(claims).size(), 5U);
}

/// Two trials do not decide: that is not a failure.
TEST(ClaimsByReading, SayWhereTheTrialsDoNotDecide) {
  auto some = readings_with({{"headline", -5.0}, {"ridge=10", -9.0}}, 2);
  for (auto& one : some) {
    for (auto& [experiment, trial, method, result] : one.cells) {
      if (trial == 0 || !method.starts_with("oblivious-greedy")) continue;
      result.worst += 20.0;
      result.score = *result.score + 0.2;
    }
  }
  const auto claims = judge_by_reading(some);
  EXPECT_THAT(claim_3(claims).sentence(),
              StartsWith("It holds under none of 2 readings, undecided under 2"));
  EXPECT_THAT(conclusion(claims).front(), HasSubstr("undecided under most readings"));
}

TEST(ClaimsByReading, SayWhereAClaimHoldsUnderAll) {
  const auto claims = judge_by_reading(readings_with({{"headline", 5.0}, {"ridge=10", 9.0}}));
  EXPECT_THAT(claim_3(claims).sentence(), StartsWith("It holds under all 2 readings"));
}

/// A reading with more trials than another is compared with the headline in just these trials.
TEST(ClaimsByReading, CompareWithTheHeadlineInTheSameTrials) {
  auto some = readings_with({{"headline", -5.0}, {"ridge=10", -5.0}}, 10);
  some[1].cells.front().result.score = 0.9;
  std::erase_if(some[1].cells, [](const StoredCell& cell) { return cell.trial >= 4; });
  for (auto& cell : some[0].cells) {
    if (cell.trial >= 4) cell.result.worst = 70.0;
  }
  const auto claims = judge_by_reading(some);
  const auto& claim = claim_3(claims);
  ASSERT_EQ(claim.rows.size(), 2U);
  EXPECT_EQ(claim.rows[0].trials, 10U);
  EXPECT_EQ(claim.rows[1].trials, 4U);
  EXPECT_NEAR(claim.rows[1].change, 0.0, 1e-12);
}

/// Where a large beta leaves no room, what can be judged is judged.
TEST(ClaimsByReading, JudgeAnInfeasibleMethodWhereItFits) {
  const auto claims = judge_by_reading(readings_with({{"headline", -5.0}, {"beta=2", 5.0}}));
  const auto& claim = claim_3(claims);
  ASSERT_EQ(claim.rows.size(), 2U);
  EXPECT_EQ(claim.rows[1].trials, 5U);
  const auto cells = [](const ReadingVerdict& row) {
    return row.judgement.outcomes.front().tally.cells();
  };
  EXPECT_GT(cells(claim.rows[1]), 0);
  EXPECT_LT(cells(claim.rows[1]), cells(claim.rows[0]));
}

/// The headline loses where beta = 2 does not fit, and does no better than it elsewhere.
TEST(ClaimsByReading, CompareWithTheHeadlineInTheSameCells) {
  auto some = readings_with({{"headline", 5.0}, {"beta=2", 5.001}});
  for (auto& cell : some[0].cells) {
    const auto [tau, k, extended] = cell.result.cell;
    if (k < 2 * tau) cell.result.worst = cell.method.starts_with("oblivious-greedy") ? 10 : 50;
  }
  const auto claims = judge_by_reading(some);
  const auto& claim = claim_3(claims);
  ASSERT_EQ(claim.rows.size(), 2U);
  EXPECT_NE(claim.rows[0].judgement.verdict, claim.rows[1].judgement.verdict);
  EXPECT_EQ(claim.rows[1].steps, 0);
  EXPECT_NEAR(claim.rows[1].change, 0.0, 0.01);
}

TEST(ReadingsOutput, HoldsEveryRowInEveryFormat) {
  ReadingsReport report;
  report.note = "Five trials.";
  report.readings = readings_with({{"headline", -5.0}, {"ridge=10", 9.0}});
  report.claims = judge_by_reading(report.readings);
  report.left_out = {{"pixels=0..255", "4", "too slow"}};
  const auto json = readings_json(report);
  EXPECT_EQ(json.at("readings").size(), 2U);
  EXPECT_EQ(json.at("claims").at(0).at("rows").size(), 2U);
  EXPECT_EQ(json.at("claims").at(0).at("decisive"), "ridge=10");
  EXPECT_EQ(json.at("left_out").at(0).at("reading"), "pixels=0..255");
  const std::string page = readings_markdown(report);
  EXPECT_THAT(page, HasSubstr("| headline | **does not hold** |"));
  EXPECT_THAT(page, HasSubstr("| ridge=10 | **holds** |"));
  EXPECT_THAT(page, HasSubstr("| pixels=0..255 | 4 | too slow |"));
  EXPECT_THAT(readings_csv(report), HasSubstr("3,ridge=10,single,holds,"));
}

}  // namespace
}  // namespace holdfast::paper
