#include "paper/revisions.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "paper/readings.hpp"

namespace holdfast::paper {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> all_figures{"1", "2", "3", "4", "5"};

TEST(Revisions, CoverEverythingThatIsRun) {
  for (const auto& experiment : describe_experiments(Scale::full, all_figures)) {
    for (const Share share : {Share::paper, Share::robust}) {
      for (const auto& unit : units_of(experiment, 0, share)) {
        EXPECT_NO_THROW(stamp_of_judgements(unit, current_revisions())) << unit.describe();
      }
    }
  }
}

TEST(Revisions, DecideTheStampsOfWhatTheyAreFor) {
  const auto experiments = describe_experiments(Scale::full, {"2"});
  const auto stamps_with = [&](const std::string& method, const std::string& raised) {
    auto units = units_of(experiments.front(), 0);
    std::ranges::copy(units_of(experiments.front(), 0, Share::robust), std::back_inserter(units));
    const auto unit =
        std::ranges::find_if(units, [&](const Unit& one) { return one.method->id == method; });
    Revisions revisions = current_revisions();
    if (!raised.empty()) ++revisions.at(raised);
    return std::pair{stamp_of_choices(*unit, revisions), stamp_of_judgements(*unit, revisions)};
  };
  const auto choices_follow = [&](const std::string& method, const std::string& raised) {
    return stamps_with(method, raised).first != stamps_with(method, "").first;
  };
  const auto judgements_follow = [&](const std::string& method, const std::string& raised) {
    return stamps_with(method, raised).second != stamps_with(method, "").second;
  };
  for (const char* common : {"linear data", "greedy-min", "random-greedy-min"}) {
    EXPECT_TRUE(choices_follow("greedy", common)) << common;
    EXPECT_TRUE(judgements_follow("greedy", common)) << common;
  }
  EXPECT_FALSE(choices_follow("greedy", "logistic data"));
  EXPECT_FALSE(choices_follow("greedy", "omp"));
  EXPECT_FALSE(choices_follow("greedy", "strong"));
  EXPECT_TRUE(judgements_follow("greedy", "strong"));
  EXPECT_TRUE(judgements_follow("greedy", "exact"));
  EXPECT_TRUE(choices_follow("beta-path", "strong")) << "it chooses by the judge";
  EXPECT_TRUE(choices_follow("robust-swap", "beta-path")) << "it starts from its set";
}

TEST(Revisions, StandBesideTheOptionsInAStamp) {
  const auto experiments = describe_experiments(Scale::full, {"2"});
  const auto& experiment = experiments.front();
  const auto units = units_of(experiment, 0, Share::robust);
  const std::string stamp = stamp_of_choices(units.back(), current_revisions());
  EXPECT_THAT(stamp,
              HasSubstr(fmt::format("robust-swap {}", current_revisions().at("robust-swap"))));
  EXPECT_THAT(stamp, HasSubstr("budget = 20000"));
  EXPECT_THAT(stamp, HasSubstr("proof-nodes = 200"));
  EXPECT_THAT(stamp, HasSubstr("repeats = 10"));
  const auto sweep = std::ranges::find_if(experiment.methods, &Method::sweep_only);
  EXPECT_THAT(stamp_of_choices({&experiment, &*sweep, 0, 10, {}}, current_revisions()),
              HasSubstr("beta = 0.25; "));
}

/// What a name answers on tiny data, as one number: a sum of logarithms, in which every value
/// counts by its relative change.
using Answers = std::map<std::string, double>;

void add(Answers& answers, const std::string& name, double value) {
  answers[name] += std::log(std::max(value, 1e-12));
}

void add_attacks(Answers& answers, const CellResult& cell) {
  add(answers, "greedy-min", cell.adversaries.greedy_min);
  add(answers, "greedy-max", cell.adversaries.greedy_max);
  add(answers, "random-greedy-min", cell.adversaries.random);
  add(answers, "stochastic-greedy-min", cell.adversaries.stochastic);
  add(answers, "strong", cell.judged.value().worst);
  if (cell.judged->searched) add(answers, "exact", *cell.judged->searched);
}

/// Greedy under every single change.
void add_readings(Answers& answers, const TrialSource& source) {
  for (const auto& [reading, experiments] : plan_readings({Scale::tiny, all_figures, true, {}})) {
    if (reading.kind != ReadingKind::single) continue;
    for (const auto& experiment : experiments) {
      const auto trial = draw_trial(experiment, source, 0);
      for (const auto& unit : units_of(experiment, 0)) {
        if (unit.method->id != "greedy" || unit.method->as_in_headline) continue;
        for (const auto& cell : perform(unit, *trial, source.seed, nullptr).cells) {
          add(answers, "readings", cell.value);
          add(answers, "readings", cell.worst);
        }
      }
    }
  }
}

Answers answers_today() {
  constexpr std::uint64_t seed = 7;
  const std::map<DataKind, std::string> data{
      {DataKind::linear, "linear data"},
      {DataKind::logistic, "logistic data"},
      {DataKind::mnist, "mnist data"},
      {DataKind::variance_reduction, "variance-reduction data"}};
  const TrialSource source{seed, Scale::tiny,
                           std::make_shared<const Mnist>(HOLDFAST_SOURCE_DIR "/data/mnist")};
  Answers answers;
  for (const auto& experiment : describe_experiments(Scale::tiny, all_figures)) {
    const auto trial = draw_trial(experiment, source, 0);
    const auto objective = trial->objective();
    Items everything(static_cast<std::size_t>(objective->size()));
    std::iota(everything.begin(), everything.end(), Item{0});
    add(answers, data.at(experiment.data), objective->value(everything));
    if (experiment.data == DataKind::mnist) continue;  // the others ask every method already
    for (const auto& unit : units_of(experiment, 0, Share::judged)) {
      auto cells = perform(unit, *trial, seed, nullptr).cells;
      if (unit.method->algorithm == "greedy") judge(unit, cells, *trial, seed, nullptr);
      for (const auto& cell : cells) {
        add(answers, unit.method->algorithm, cell.value);
        if (cell.judged) add_attacks(answers, cell);
      }
    }
  }
  add_readings(answers, source);
  return answers;
}

TEST(Revisions, AreRaisedWhenAnAnswerChanges) {
  struct Recorded {
    int revision;
    double answer;
  };
  const std::map<std::string, Recorded> recorded{
      {"beta-path", {1, 381.423259}},
      {"exact", {1, 207.524354}},
      {"greedy", {1, 389.545969}},
      {"greedy-max", {1, 310.786115}},
      {"greedy-min", {1, 230.330124}},
      {"linear data", {1, 7.02555915}},
      {"logistic data", {1, 2.86413176}},
      {"mnist data", {1, 3.43062107}},
      {"oblivious", {1, 370.112207}},
      {"oblivious-greedy", {1, 383.939727}},
      {"omp", {1, 221.682729}},
      {"osu", {1, 96.4375671}},
      {"pro-greedy", {1, 117.122728}},
      {"random-greedy", {1, 217.19635}},
      {"random-greedy-min", {1, 247.055025}},
      {"readings", {1, 2818.98479}},
      {"robust-swap", {4, 381.664864}},
      {"stochastic-greedy", {1, 220.193544}},
      {"stochastic-greedy-min", {1, 228.92006}},
      {"strong", {2, 220.093059}},
      {"variance-reduction data", {1, 23.082433}},
  };
  const Answers today = answers_today();
  for (const auto& [name, revision] : current_revisions()) {
    ASSERT_TRUE(today.contains(name)) << name;
    const auto found = recorded.find(name);
    // A search takes another path where another instruction set rounds differently: the baseline
    // level ends 0.14 below x86-64-v4.
    const double tolerance = name == "robust-swap" ? 0.3 : 1e-5;
    const bool same = found != recorded.end() && found->second.revision == revision &&
                      std::abs(found->second.answer - today.at(name)) < tolerance;
    EXPECT_TRUE(same) << name << " answers differently: raise its revision in paper/revisions.cpp "
                      << "and record {\"" << name << "\", {" << revision << ", "
                      << fmt::format("{:.9}", today.at(name)) << "}} here";
  }
}

}  // namespace
}  // namespace holdfast::paper
