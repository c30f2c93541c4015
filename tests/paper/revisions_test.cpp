#include "paper/revisions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

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
  EXPECT_THAT(stamp, HasSubstr("robust-swap 1"));
  EXPECT_THAT(stamp, HasSubstr("budget = 20000"));
  EXPECT_THAT(stamp, HasSubstr("proof-nodes = 200"));
  EXPECT_THAT(stamp, HasSubstr("repeats = 10"));
  const auto sweep = std::ranges::find_if(experiment.methods, &Method::sweep_only);
  EXPECT_THAT(stamp_of_choices({&experiment, &*sweep, 0, 10, {}}, current_revisions()),
              HasSubstr("beta = 0.25; "));
}

}  // namespace
}  // namespace holdfast::paper
