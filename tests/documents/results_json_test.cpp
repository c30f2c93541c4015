#include "holdfast/documents/results_json.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/objectives/covering/facility_location.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"
#include "holdfast/registry/registry.hpp"
#include "tests/support/evidence.hpp"

namespace holdfast::documents {
namespace {

using Json = nlohmann::json;
using registry::find_algorithm;
using registry::find_objective;
using registry::OptionValues;
using tasks::BuiltObjective;
using tasks::Selected;

BuiltObjective built_from(std::unique_ptr<Objective> objective, const std::string& name) {
  return {std::move(objective),
          OptionValues(name, find_objective(name).all_options()),
          {{"rows", std::int64_t{2}}}};
}

BuiltObjective small_problem(std::vector<std::string> names = {}) {
  const Matrix similarity(2, 3, {0.1, 0.2, 1.0 / 3.0, 0.5, 0.7, 0.0});
  return built_from(std::make_unique<FacilityLocationObjective>(similarity, std::move(names)),
                    "facility-location");
}

Selected selected(const BuiltObjective& built, const Problem& problem, const Run& run) {
  tasks::SelectRequest request;
  request.problem = problem;
  request.algorithm = {"oblivious-greedy", find_algorithm("oblivious-greedy").options};
  request.adversary = {"all", registry::find_adversary("all").options};
  return tasks::select(*built.objective, request, run);
}

std::string json_of(const BuiltObjective& built, const Problem& problem) {
  const holdfast::Run run;
  return selection_json(built, selected(built, problem, run), run);
}

TEST(SelectionJson, SaysWhatTheContractSays) {
  const auto built = small_problem({"a", "b", "c"});
  const Json json = Json::parse(json_of(built, {2, 1}));
  for (const auto* key : {"schema", "objective", "algorithm", "k", "tau", "seed", "items", "value",
                          "share", "worst_case", "evaluations", "seconds", "threads", "version"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["schema"], "holdfast.selection/1");
  EXPECT_EQ(json["objective"]["name"], "facility-location");
  EXPECT_EQ(json["objective"]["items"], 3);
  EXPECT_EQ(json["objective"]["rows"], 2);
  EXPECT_EQ(json["algorithm"], (Json{{"name", "oblivious-greedy"}, {"beta", 1.0}}));
  ASSERT_EQ(json["items"].size(), 2U);
  for (const auto* key : {"index", "name", "part", "gain"})
    EXPECT_TRUE(json["items"][0].contains(key));
  for (const auto* key : {"value", "share", "adversary", "proven", "deleted", "tried"}) {
    EXPECT_TRUE(json["worst_case"].contains(key)) << key;
  }
  EXPECT_EQ(json["worst_case"]["deleted"].size(), 1U);
  EXPECT_EQ(json["worst_case"]["tried"].size(), 4U);
}

TEST(SelectionJson, NumbersReadBackAsTheSameDoubles) {
  const auto built = small_problem();
  const holdfast::Run run;
  const auto result = selected(built, {3, 0}, run);
  const Json json = Json::parse(json_of(built, {3, 0}));
  EXPECT_EQ(json["value"].get<double>(), result.judged.selection.value);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(json["items"][i]["gain"].get<double>(), result.judged.selection.steps[i].gain);
  }
}

TEST(SelectionJson, NamesThatAreNoUtf8BecomeReplacementCharacters) {
  const Json json =
      Json::parse(json_of(small_problem({"caf\xe9", "b\x80", "\"quoted\"\n"}), {3, 0}));
  std::vector<std::string> names;
  for (const auto& item : json["items"]) names.push_back(item["name"]);
  EXPECT_THAT(names,
              testing::UnorderedElementsAre("caf\xEF\xBF\xBD", "b\xEF\xBF\xBD", "\"quoted\"\n"));
}

TEST(SelectionJson, NoShareWhereNoLargestValueIsKnown) {
  auto objective = std::make_unique<FunctionObjective>(
      2, [](std::span<const Item> set) { return static_cast<double>(set.size()); });
  BuiltObjective built{std::move(objective), {}, {}};
  const Json json = Json::parse(json_of(built, {1, 0}));
  EXPECT_FALSE(json.contains("share"));
  EXPECT_FALSE(json["worst_case"].contains("share"));
}

TEST(SelectionJson, RefusesWhatIsNoNumber) {
  const auto built = small_problem();
  const holdfast::Run run;
  auto result = selected(built, {2, 1}, run);
  result.judged.selection.value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(selection_json(built, result, run), NumericFailure);
}

TEST(SelectionJson, TheWorstCaseIsWhatTheSearchKnew) {
  const BuiltObjective built{
      std::make_unique<FunctionObjective>(6, support::root_of_weights), {}, {}};
  const holdfast::Run run;
  const support::KnowingAlgorithm algorithm(Deletion{"searcher", {3}, std::sqrt(6.0)});
  Selected result;
  result.judged = tasks::select_and_attack(*built.objective, {4, 1}, algorithm,
                                           support::FeebleAdversary(), run);
  const Json worst = Json::parse(selection_json(built, result, run))["worst_case"];
  EXPECT_EQ(worst["adversary"], "searcher");
  EXPECT_EQ(worst["value"].get<double>(), std::sqrt(6.0));
  EXPECT_EQ(worst["deleted"], Json({3}));
  ASSERT_EQ(worst["tried"].size(), 2U);
  EXPECT_EQ(worst["tried"][0]["adversary"], "searcher");
  EXPECT_EQ(worst["tried"][1]["adversary"], "feeble");
}

/// Three of seven points may be chosen.
BuiltObjective some_points() {
  const Matrix kernel(3, 3, {1, 0.2, 0.1, 0.2, 1, 0.4, 0.1, 0.4, 1});
  return {
      std::make_unique<VarianceReductionObjective>(kernel, kernel, std::vector<double>(3, 1.0), 1.0,
                                                   std::vector<std::string>{}, Items{6, 2, 5}),
      {},
      {}};
}

TEST(SelectionJson, CountsInWhatTheUserGave) {
  const auto built = some_points();
  Problem problem{2, 1};
  problem.constraints.must = {0};
  problem.constraints.must_not = {1};
  const Json json = Json::parse(json_of(built, problem));
  std::vector<Item> indices;
  for (const auto& item : json["items"]) indices.push_back(item["index"]);
  EXPECT_THAT(indices, testing::UnorderedElementsAre(6, 5));
  EXPECT_EQ(json["constraints"]["must"], Json(std::vector<Item>{6}));
  EXPECT_EQ(json["constraints"]["must_not"], Json(std::vector<Item>{2}));
  for (const auto& attack : json["worst_case"]["tried"])
    EXPECT_THAT(indices, testing::Contains(attack["deleted"][0].get<Item>()));
  for (const auto& item : json["greedy"]["items"])
    EXPECT_THAT(indices, testing::Contains(item["index"].get<Item>()));
}

TEST(SelectionJson, TellsWhatItemsAreWorthAndWhatGreedyWouldKeep) {
  const auto built = small_problem({"a", "b", "c"});
  const holdfast::Run run;
  const auto result = selected(built, {2, 1}, run);
  const Json json = Json::parse(selection_json(built, result, run));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(json["items"][i]["alone"].get<double>(), result.judged.worths[i].alone);
    EXPECT_EQ(json["items"][i]["loss"].get<double>(), result.judged.worths[i].loss);
  }
  EXPECT_EQ(json["greedy"]["value"].get<double>(), result.greedy->selection.value);
  EXPECT_EQ(json["greedy"]["worst_case"]["value"].get<double>(), result.greedy->worst().value);
  EXPECT_TRUE(json["greedy"].contains("share"));
  EXPECT_EQ(json["interrupted"], false);
}

TEST(SelectionJson, SaysThatItWasInterrupted) {
  const auto built = small_problem();
  const holdfast::Run run;
  auto result = selected(built, {2, 1}, run);
  result.judged.selection.stopped = "interrupted: the best so far";
  EXPECT_EQ(Json::parse(selection_json(built, result, run))["interrupted"], true);
}

TEST(DeletionJson, IsTheWorstCaseWithTheAttackedItems) {
  const auto built = small_problem({"a", "b", "c"});
  const holdfast::Run run;
  const auto result = tasks::attack(*built.objective, Items{2, 0}, 1, PaperAdversaries(), run);
  const Json json = Json::parse(deletion_json(built, result, run));
  EXPECT_EQ(json["schema"], "holdfast.deletion/1");
  EXPECT_EQ(json["items"], (Json{{{"index", 2}, {"name", "c"}}, {{"index", 0}, {"name", "a"}}}));
  for (const auto* key : {"value", "share", "adversary", "proven", "deleted", "tried"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["value"].get<double>(), result.worst().value);
  EXPECT_EQ(json["intact_value"].get<double>(), result.selection.value);
}

TEST(OptionsInJson, ThoseThatDoNotMatterAreLeftOut) {
  auto built = built_from(std::make_unique<FunctionObjective>(
                              1, [](std::span<const Item> set) { return double(set.size()); }),
                          "logdet");
  built.options.set("kernel-matrix", std::string("k.csv"));
  const Json json = Json::parse(json_of(built, {1, 0}));
  EXPECT_EQ(json["objective"]["kernel_matrix"], "k.csv");
  EXPECT_EQ(json["objective"]["kernel-matrix"], "k.csv") << "the old spelling stays";
  EXPECT_EQ(json["objective"]["noise"], 1.0);
  EXPECT_FALSE(json["objective"].contains("lengthscale"));
}

}  // namespace
}  // namespace holdfast::documents
