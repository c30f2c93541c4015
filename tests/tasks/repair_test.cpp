// Groups and constraints from files, and repair after losses.

#include "holdfast/tasks/repair.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/documents/selection_file.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/registry/constraint_options.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/groups.hpp"
#include "tests/data/files.hpp"
#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::tasks {
namespace {

using documents::items_for;
using documents::read_selection;
using documents::repair_json;
using documents::replan_json;
using registry::OptionValues;
using registry::Spelling;
using support::expect_refusal;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

/// Item i weighs i + 1.
std::unique_ptr<Objective> weights(std::vector<std::string> names = {}) {
  return std::make_unique<FunctionObjective>(
      6,
      [](std::span<const Item> set) {
        double sum = 0.0;
        for (const Item item : set) sum += item + 1;
        return sum;
      },
      FunctionObjective::GainsFunction(), true, std::move(names));
}

RepairResult repair_by_greedy(const Objective& objective, const Items& set, const Loss& loss,
                              Item tau, const Constraints& constraints, const Run& run) {
  return repair(objective, given_set(objective, set, {.tau = tau}, run), loss, tau, constraints,
                Greedy(), Exact(), run);
}

TEST(Repair, KeepsWhatIsLeftAndAddsTheBestOfTheRest) {
  const holdfast::Run run;
  const auto objective = weights();
  const auto result = repair_by_greedy(*objective, {5, 1, 0}, {{5, 4}, 1}, 1, {}, run);
  EXPECT_THAT(result.before, ElementsAre(5, 1, 0));
  EXPECT_THAT(result.left, ElementsAre(1, 0));
  EXPECT_EQ(result.value_before, 9.0);
  EXPECT_EQ(result.value_left, 3.0);
  EXPECT_THAT(result.repaired.selection.items(), ElementsAre(1, 0, 3));
  EXPECT_THAT(result.added(), ElementsAre(3));
  EXPECT_EQ(result.repaired.selection.value, 7.0);
  EXPECT_EQ(result.repaired.worst().value, 3.0);
  EXPECT_EQ(result.repaired.selection.problem.k, 3);
}

TEST(Repair, EveryAlgorithmOnRandomLosses) {
  const holdfast::Run run(support::run_options(1));
  Random random(9);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto problem = support::facility_location_problem(13, 10, seed);
    const support::SetFunction f{10, problem.definition};
    for (const auto& algorithm : support::every_algorithm()) {
      SCOPED_TRACE(algorithm->name());
      const Items set = support::random_set(random, 10, 6);
      Items deleted(set.begin(), set.begin() + 3);
      deleted.push_back(support::complement(10, set).front());
      const auto refill = static_cast<Item>(random.below(5));
      const Item tau = algorithm->name() == "osu" || algorithm->name() == "pro-greedy" ? 0 : 1;
      const auto result =
          repair(*problem.objective, given_set(*problem.objective, set, {.tau = tau}, run),
                 {deleted, refill}, tau, {}, *algorithm, Exact(), run);
      const Items repaired = result.repaired.selection.items();
      EXPECT_EQ(std::ssize(repaired), 3 + std::min<Item>(refill, 3)) << "three others are left";
      for (std::size_t i = 3; i < set.size(); ++i) EXPECT_TRUE(holds(repaired, set[i]));
      for (const Item item : deleted) EXPECT_FALSE(holds(repaired, item));
      EXPECT_NEAR(result.value_before, f.value(set), problem.allowed_error());
      EXPECT_NEAR(result.value_left, f.value(result.left), problem.allowed_error());
      EXPECT_NEAR(result.repaired.selection.value, f.value(repaired), problem.allowed_error());
      EXPECT_NEAR(result.repaired.worst().value, support::worst_value(f, repaired, tau),
                  problem.allowed_error());
    }
  }
}

TEST(Repair, ConstraintsHoldInAddition) {
  const holdfast::Run run;
  const Constraints constraints{{2}, {4}, {{"odd", 1}}, {-1, 0, -1, 0, -1, 0}};
  const auto objective = weights();
  const auto result = repair_by_greedy(*objective, {1, 0}, {{0}, 2}, 0, constraints, run);
  EXPECT_THAT(result.repaired.selection.items(), UnorderedElementsAre(1, 2))
      << "5 and 3 are odd, 4 is forbidden, 0 is lost";
}

TEST(Repair, RefusesWhatMakesNoSense) {
  const holdfast::Run run;
  const auto asked = [&](const Items& set, const Loss& loss, const Constraints& constraints) {
    return [&run, set, loss, constraints] {
      repair_by_greedy(*weights(), set, loss, 0, constraints, run);
    };
  };
  expect_refusal(asked({1, 1}, {{}, 1}, {}), {"item 1", "twice"});
  expect_refusal(asked({1, 9}, {{}, 1}, {}), {"item 9"});
  expect_refusal(asked({1}, {{7}, 1}, {}), {"item 7"});
  expect_refusal(asked({1}, {{}, -1}, {}), {"refill", "-1"});
  expect_refusal(asked({1, 2}, {{2}, 1}, {.must = {2}}), {"item 2", "must-not"});
  expect_refusal(asked({1, 2}, {{}, 0}, {.must = {3}}), {"3 must-haves", "k = 2"});
}

TEST(Replan, WhatIsLostStaysLost) {
  const holdfast::Run run;
  const std::vector<Loss> losses{{{5}, 1}, {{4, 3}, 2}, {{}, 0}};
  const auto objective = weights();
  const auto rounds = replan(*objective, given_set(*objective, Items{5, 0}, {}, run), losses, 0,
                             {.must = {3}}, Greedy(), Exact(), run);
  ASSERT_EQ(rounds.size(), 3U);
  EXPECT_THAT(rounds[0].repaired.selection.items(), UnorderedElementsAre(0, 3));
  EXPECT_EQ(rounds[1].before, rounds[0].repaired.selection.items());
  EXPECT_THAT(rounds[1].repaired.selection.items(), ElementsAre(0, 2, 1)) << "5, 4 and 3 are lost";
  EXPECT_EQ(rounds[2].value_left, rounds[1].repaired.selection.value);
  EXPECT_TRUE(rounds[2].added().empty());
}

class FilesTest : public testing::DataTest {
 protected:
  Constraints constraints(const std::vector<std::pair<std::string, std::string>>& given) const {
    OptionValues options("select", registry::constraint_options(), Spelling::command_line);
    for (const auto& [name, text] : given) options.set_text(name, text);
    return read_constraints(options, *weights({"a", "b", "c", "d", "e", "f"}));
  }
};

TEST_F(FilesTest, Constraints) {
  EXPECT_TRUE(constraints({}).empty());
  const auto kinds = folder_.file("kinds.csv", "item,kind\na,red\nb,red\n2-3,blue\n");
  const auto same =
      constraints({{"must", "b,0"}, {"must-not", "f"}, {"kinds", kinds}, {"at-most", "2"}});
  EXPECT_THAT(same.must, ElementsAre(1, 0));
  EXPECT_THAT(same.must_not, ElementsAre(5));
  EXPECT_THAT(same.kind_of, ElementsAre(0, 0, 1, 1, -1, -1));
  EXPECT_EQ(same.kinds[0].name, "red");
  EXPECT_EQ(same.kinds[0].most, 2);
  EXPECT_EQ(same.kinds[1].most, 2);
  const auto own = constraints({{"kinds", kinds}, {"at-most", "blue=1"}});
  EXPECT_EQ(own.kinds[0].most, 6) << "no cap";
  EXPECT_EQ(own.kinds[1].most, 1);
}

TEST_F(FilesTest, ConstraintsThatAreWrong) {
  const auto kinds = folder_.file("kinds.csv", "item,kind\na,red\n");
  expect_refusal([&] { constraints({{"kinds", kinds}}); }, {"--at-most"});
  expect_refusal([&] { constraints({{"at-most", "2"}}); }, {"--kinds"});
  expect_refusal(
      [&] {
        constraints({{"kinds", kinds}, {"at-most", "green=2"}});
      },
      {"--at-most", "green", "red"});
  expect_refusal(
      [&] {
        constraints({{"kinds", kinds}, {"at-most", "red=many"}});
      },
      {"--at-most", "whole number", "many"});
  expect_refusal([&] { constraints({{"kinds", kinds}, {"at-most", "-1"}}); }, {"--at-most"});
  expect_refusal(
      [&] {
        constraints({{"kinds", folder_.path("none.csv")}, {"at-most", "1"}});
      },
      {"--kinds", "no file"});
  expect_refusal([&] { constraints({{"must", "z"}}); }, {"\"z\""});
}

TEST_F(FilesTest, GroupsMakeOneItemOfSeveral) {
  const auto data = folder_.file("data.csv", "a,b,c,y\n1,2,3,1\n2,1,5,2\n4,4,4,5\n1,0,2,2\n");
  const auto groups = folder_.file("groups.csv", "item,group\na,pair\nc,pair\n");
  OptionValues options("linear", registry::find_objective("linear").all_options(),
                       Spelling::command_line);
  options.set_text("data", data);
  options.set_text("target", "y");
  options.set_text("groups", groups);
  const holdfast::Run run;
  const auto built = build_objective(options, run);
  ASSERT_EQ(built.objective->size(), 2);
  EXPECT_EQ(built.objective->item_name(0), "pair");
  EXPECT_EQ(built.objective->item_name(1), "b");

  const auto& entry = registry::find_algorithm("greedy");
  const OptionValues algorithm(entry.name, entry.options);
  const auto result = repair_by_greedy(*built.objective, {0}, {{0}, 1}, 0, {}, run);
  const auto json = nlohmann::json::parse(repair_json(built, algorithm, result, run));
  EXPECT_EQ(json["schema"], "holdfast.repair/1");
  EXPECT_EQ(json["objective"]["name"], "linear");
  EXPECT_EQ(json["objective"]["groups"], groups);
  EXPECT_EQ(json["objective"]["items"], 2);
  EXPECT_EQ(json["objective"]["members"], 3);
  EXPECT_EQ(json["before"]["names"], nlohmann::json::array({"pair"}));
  EXPECT_EQ(json["left"]["value"], 0.0);
  EXPECT_EQ(json["added_names"], nlohmann::json::array({"b"}));
  EXPECT_EQ(json["constraints"]["must_not"], nlohmann::json::array({0}));
  EXPECT_TRUE(json["worst_case"].contains("value"));

  const auto file = folder_.file("repaired.json", repair_json(built, algorithm, result, run));
  EXPECT_THAT(items_for(read_selection(file), *built.objective), ElementsAre(1));
  const std::vector<RepairResult> rounds{result, result};
  const auto plan = nlohmann::json::parse(replan_json(built, algorithm, rounds, run));
  EXPECT_EQ(plan["schema"], "holdfast.replan/1");
  EXPECT_EQ(plan["rounds"].size(), 2U);
  EXPECT_EQ(plan["rounds"][1]["added"], json["added"]);
}

}  // namespace
}  // namespace holdfast::tasks
