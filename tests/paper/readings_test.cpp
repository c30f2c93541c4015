#include "paper/readings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/data/files.hpp"

namespace holdfast::paper {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Figures = std::vector<std::string>;

const Figures all_figures{"1", "2", "3", "4", "5"};

/// What a reading changes, as fixed before anything was run under it.
struct Wanted {
  std::string differences;  ///< of the decisions
  Figures figures;
};

const Figures fig3{"3"};
const Figures fig4{"4"};
const Figures fig5{"5"};
const Figures ar{"2", "3", "5"};
const Figures classes{"3", "4"};
const Figures every{"2", "3", "4", "5"};

const std::map<std::string, Wanted>& singles() {
  static const std::map<std::string, Wanted> table{
      {"noise=literal", {"ar-noise = literal", ar}},
      {"start=zero", {"ar-start = zero", ar}},
      {"alpha=squared", {"", fig5}},
      {"response=deviation", {"noise-variance = 25", {"2"}}},
      {"ridge=0.01", {"ridge = 0.01", classes}},
      {"ridge=0.1", {"ridge = 0.1", classes}},
      {"ridge=10", {"ridge = 10", classes}},
      {"ridge=100", {"ridge = 100", classes}},
      {"ridge=n", {"ridge = rows", classes}},
      {"intercept=yes", {"intercept = true", classes}},
      {"pixels=0..255", {"pixels = 0 to 255", fig4}},
      {"pixels=standardized", {"pixels = standardized", fig4}},
      {"classes=one-vs-rest", {"one-vs-rest = true", fig4}},
      {"labels=drawn", {"labels = drawn", fig3}},
      {"deletion=zeroed", {"weights of what is deleted = zeroed", {"2", "3", "4"}}},
      {"adversary=greedy-min", {"adversary = greedy-min", every}},
      {"adversary=strong", {"adversary = strong", every}},
      {"beta=0.25", {"", every}},
      {"beta=0.5", {"", {"2", "3"}}},
      {"beta=1", {"", {"4", "5"}}},
      {"beta=2", {"", every}}};
  return table;
}

const std::map<std::string, Wanted>& pairs() {
  static const std::map<std::string, Wanted> table{
      {"noise=literal + start=stationary",
       {"ar-noise = literal, ar-start = stationary", {"3", "5"}}},
      {"noise=literal + start=zero", {"ar-noise = literal, ar-start = zero", {"3", "5"}}},
      {"noise=literal + alpha=squared", {"ar-noise = literal", fig5}},
      {"start=zero + alpha=squared", {"ar-start = zero", fig5}},
      {"noise=literal + ridge=0.01", {"ar-noise = literal, ridge = 0.01", fig3}},
      {"noise=literal + ridge=0.1", {"ar-noise = literal, ridge = 0.1", fig3}},
      {"noise=literal + ridge=10", {"ar-noise = literal, ridge = 10", fig3}},
      {"noise=literal + ridge=100", {"ar-noise = literal, ridge = 100", fig3}},
      {"noise=literal + ridge=n", {"ar-noise = literal, ridge = rows", fig3}},
      {"start=zero + ridge=0.01", {"ar-start = zero, ridge = 0.01", fig3}},
      {"start=zero + ridge=0.1", {"ar-start = zero, ridge = 0.1", fig3}},
      {"start=zero + ridge=10", {"ar-start = zero, ridge = 10", fig3}},
      {"start=zero + ridge=100", {"ar-start = zero, ridge = 100", fig3}},
      {"start=zero + ridge=n", {"ar-start = zero, ridge = rows", fig3}}};
  return table;
}

ReadingPlan plan_of(const std::string& name) {
  const auto plans = plan_readings({Scale::full, all_figures, false, {name}});
  const auto found = std::ranges::find_if(
      plans, [&](const ReadingPlan& plan) { return plan.reading.name == name; });
  if (found == plans.end()) throw std::out_of_range("no plan for " + name);
  return *found;
}

void expect_table(const std::map<std::string, Wanted>& table, ReadingKind kind) {
  std::set<std::string> found;
  for (const auto& reading : all_readings()) {
    if (reading.kind != kind) continue;
    found.insert(reading.name);
    ASSERT_TRUE(table.contains(reading.name)) << reading.name;
    const Wanted& wanted = table.at(reading.name);
    EXPECT_EQ(reading.figures, wanted.figures) << reading.name;
    for (const auto& experiment : plan_of(reading.name).experiments) {
      EXPECT_EQ(experiment.decisions.differences(), wanted.differences) << reading.name;
      EXPECT_EQ(experiment.squared, reading.name.find("alpha=squared") != std::string::npos);
      EXPECT_EQ(experiment.reading, reading.name);
    }
  }
  EXPECT_EQ(found.size(), table.size());
}

TEST(Readings, AreTheSingleChangesThatWereFixed) { expect_table(singles(), ReadingKind::single); }

TEST(Readings, AreThePairsThatWereFixed) { expect_table(pairs(), ReadingKind::pair); }

TEST(Readings, BeginWithTheHeadlineAndEndWithTheProfile) {
  EXPECT_EQ(all_readings().front().name, "headline");
  EXPECT_EQ(plan_of("headline").experiments.front().decisions.differences(), "");
  const Reading& profile = all_readings().back();
  EXPECT_EQ(profile.name, "scikit-learn 2017");
  EXPECT_EQ(profile.kind, ReadingKind::profile);
  const auto plan = plan_of(profile.name);
  ASSERT_EQ(plan.experiments.size(), 1U);
  EXPECT_EQ(plan.experiments.front().figure, "4");
  EXPECT_EQ(plan.experiments.front().decisions.differences(),
            "intercept = true, one-vs-rest = true");
  EXPECT_EQ(plan.experiments.front().decisions.ridge, 1.0) << "C = 1";
  EXPECT_EQ(all_readings().size(), singles().size() + pairs().size() + 2);
}

/// Ids, data, taus, scores and methods are those of the headline; only beta replaces a method.
TEST(Readings, ChangeNothingElse) {
  const auto headline = plan_of("headline").experiments;
  for (const auto& reading : all_readings()) {
    if (reading.kind == ReadingKind::headline) continue;
    const bool is_beta = reading.name.starts_with("beta=");
    const auto plan = plan_of(reading.name);
    EXPECT_FALSE(plan.experiments.empty()) << reading.name;
    for (const auto& changed : plan.experiments) {
      const auto same = std::ranges::find(headline, changed.id, &Experiment::id);
      ASSERT_NE(same, headline.end()) << changed.id;
      EXPECT_EQ(changed.cells, same->cells) << "judged in the cells of the headline";
      EXPECT_EQ(changed.stated, same->stated);
      EXPECT_EQ(changed.score, same->score);
      EXPECT_EQ(changed.repeats, same->repeats);
      EXPECT_EQ(changed.key(), changed.id + " @ " + reading.name);
      ASSERT_EQ(changed.methods.size(), same->methods.size());
      for (std::size_t i = 0; i < changed.methods.size(); ++i) {
        const Method& method = changed.methods[i];
        EXPECT_EQ(method.id == same->methods[i].id, !is_beta || i > 0) << reading.name;
        EXPECT_EQ(method.as_in_headline, is_beta && i > 0)
            << "methods that a reading leaves alone are not run again";
        EXPECT_EQ(method.algorithm, same->methods[i].algorithm);
      }
    }
  }
  EXPECT_EQ(plan_of("beta=0.25").experiments.front().methods.front().beta, 0.25);
}

/// What the rules need: the sizes at which decay is judged, and for claim 6 cells of the first tau
/// with the same k - tau as those of the last.
TEST(Readings, KeepTheCellsThatTheRulesNeed) {
  for (const auto& experiment : plan_of("headline").experiments) {
    const auto has = [&](Item tau, Item k) {
      return std::ranges::any_of(experiment.cells, [&](const Cell& cell) {
        return cell.tau == tau && cell.k == k && !cell.extended;
      });
    };
    if (experiment.data == DataKind::variance_reduction) continue;
    const auto taus = experiment.taus();
    for (const Item tau : {taus.front(), taus.back()}) {
      for (const Item k : {60, 80, 100}) EXPECT_TRUE(has(tau, k)) << experiment.id;
    }
    if (experiment.data != DataKind::mnist) continue;
    for (const auto& cell : experiment.cells) {
      if (cell.tau != taus.back()) continue;
      EXPECT_TRUE(has(taus.front(), cell.k - cell.tau + taus.front()));
    }
  }
}

TEST(Readings, FollowTheLetterOnlyWhereTheTextIsPrintedSo) {
  std::vector<std::string> literal;
  for (const auto& reading : all_readings()) {
    if (reading.is_literal()) literal.push_back(reading.name);
  }
  EXPECT_THAT(literal, ElementsAre("noise=literal"));
}

TEST(Readings, LeaveOutOnlyWhatIsSaid) {
  const ReadingRequest request{Scale::full, all_figures, true, {}};
  std::set<std::pair<std::string, std::string>> planned;
  for (const auto& plan : plan_readings(request)) {
    for (const auto& figure : plan.reading.figures) planned.emplace(plan.reading.name, figure);
  }
  std::set<std::pair<std::string, std::string>> missing;
  for (const auto& reading : all_readings()) {
    for (const auto& figure : reading.figures) {
      if (!planned.contains({reading.name, figure})) missing.emplace(reading.name, figure);
    }
  }
  std::set<std::pair<std::string, std::string>> said;
  for (const auto& [reading, figure, why] : left_out(request)) {
    EXPECT_FALSE(why.empty());
    if (reading != "start=stationary" && reading != "beta=2") said.emplace(reading, figure);
  }
  EXPECT_EQ(said, missing);
  for (const auto& [reading, figure] : missing) {
    const auto plan = plan_of(reading);
    EXPECT_EQ(std::ranges::count(plan.reading.figures, figure), 1) << "by name it is run";
  }
}

/// With beta = 2 the guard takes 2 tau items.
TEST(Readings, SayWhereTheGuardDoesNotFit) {
  std::set<std::string> figures;
  for (const auto& [reading, figure, why] : left_out({Scale::full, all_figures, true, {}})) {
    if (why.find("larger than k") == std::string::npos) continue;
    EXPECT_EQ(reading, "beta=2");
    figures.insert(figure);
    // tau = 50 at k = 55 to 95 for three alphas; k = 100 with tau = 55 to 95.
    EXPECT_TRUE(figure != "5" || why.starts_with("in 36 of 50 cells")) << why;
  }
  EXPECT_THAT(figures, ElementsAre("2", "3", "4", "5"));
}

TEST(Readings, OfAQuickRunAreThoseOfFigures3And5) {
  for (const auto& plan : plan_readings({Scale::quick, all_figures, true, {}})) {
    for (const auto& experiment : plan.experiments) {
      EXPECT_TRUE(experiment.figure == "3" || experiment.figure == "5");
      EXPECT_NE(experiment.decisions.ridge, 0.01) << "which takes ten times as long";
    }
  }
  std::set<std::string> said;
  for (const auto& [reading, figure, why] : left_out({Scale::quick, all_figures, true, {}})) {
    if (why.starts_with("a quick run") && figure == "3") said.insert(reading);
  }
  EXPECT_THAT(said,
              ElementsAre("noise=literal + ridge=0.01", "ridge=0.01", "start=zero + ridge=0.01"));
}

TEST(Readings, AreNotRunUnlessAskedFor) {
  EXPECT_TRUE(plan_readings({Scale::full, all_figures, false, {}}).empty());
}

TEST(Readings, RefuseANameThatDoesNotExist) {
  const auto message = testing::error_of<std::invalid_argument>([] {
    plan_readings({Scale::full, all_figures, false, {"ridge=7"}});
  });
  EXPECT_THAT(message, HasSubstr("there is no reading 'ridge=7'"));
  EXPECT_THAT(message, HasSubstr("ridge=10"));
}

}  // namespace
}  // namespace holdfast::paper
