#include "holdfast/documents/result_page.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "holdfast/core/errors.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/objectives/covering/facility_location.hpp"
#include "holdfast/registry/registry.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/problems.hpp"

namespace holdfast::documents {
namespace {

using Json = nlohmann::json;
using tasks::BuiltObjective;

BuiltObjective of_roots() {
  return {std::shared_ptr<const Objective>(new FunctionObjective(support::root_objective())),
          registry::OptionValues("function", {}),
          {}};
}

/// What the pages show in a browser is tested there, on the command's own documents; here is what
/// needs no browser, and what the command cannot make.
class ResultPageTest : public ::testing::Test {
 protected:
  Json page(const BuiltObjective& built, const std::string& result) const {
    return Json::parse(page_json(built, result, {adversary_, "holdfast"}, run_));
  }
  std::string selection(const BuiltObjective& built, const Problem& problem) const {
    tasks::SelectRequest request;
    request.problem = problem;
    request.algorithm = {"greedy", {}};
    request.adversary = adversary_;
    return selection_json(built, tasks::select(*built.objective, request, run_), run_);
  }

  holdfast::Run run_;
  registry::OptionValues adversary_{"exact", registry::find_adversary("exact").options};
};

TEST_F(ResultPageTest, KnowsTheValueOfEverySingleLossOfAFunction) {
  const BuiltObjective built = of_roots();
  const Json shown = page(built, selection(built, {3, 1}))["sets"][0];
  EXPECT_EQ(shown["model"]["kind"], "patterns");
  // Somebody's word that f never falls is no proof.
  EXPECT_FALSE(shown["model"]["monotone"].get<bool>());
  std::size_t singles = 0;
  for (const Json& pattern : shown["model"]["patterns"]) {
    Items kept;
    for (std::size_t i = 0; i < shown["items"].size(); ++i) {
      const auto& gone = pattern["deleted"];
      if (std::ranges::find(gone, Json(i)) == gone.end())
        kept.push_back(shown["items"][i]["index"].get<Item>());
    }
    EXPECT_NEAR(pattern["value"].get<double>(), built.objective->value(kept), 1e-12);
    if (pattern["deleted"].size() == 1) ++singles;
  }
  EXPECT_EQ(singles, shown["items"].size());
}

TEST_F(ResultPageTest, StartsFromTheWorstDeletionOfTheDocument) {
  const support::TestProblem problem = support::table_problem(8, false, 3);
  const BuiltObjective built{problem.objective, registry::OptionValues("function", {}), {}};
  const Json document = Json::parse(selection(built, {6, 2}));
  const Json shown = page(built, document.dump());
  const Json& worst = shown["sets"][0]["curve"][2];
  EXPECT_DOUBLE_EQ(worst["value"].get<double>(), document["worst_case"]["value"].get<double>());
  EXPECT_EQ(worst["proven"], true);
  EXPECT_EQ(shown["tau"], 2);
  EXPECT_EQ(shown["head"]["adversary"], "exact");
  EXPECT_EQ(shown["map"], nullptr);
}

/// With more rows than a page can carry, the deletions that were computed take their place.
TEST_F(ResultPageTest, CarriesNoRowsWhereThereAreTooMany) {
  const std::size_t rows = 120'000;
  std::vector<double> numbers;
  for (std::size_t i = 0; i < 3 * rows; ++i) numbers.push_back(1.0 + std::sin(double(i)));
  const BuiltObjective built{
      std::make_shared<FacilityLocationObjective>(Matrix(rows, 3, std::move(numbers))),
      registry::OptionValues("facility-location", {}),
      {}};
  const Json model = page(built, selection(built, {3, 1}))["sets"][0]["model"];
  EXPECT_EQ(model["kind"], "patterns");
  EXPECT_EQ(model["monotone"], true);
}

TEST_F(ResultPageTest, RefusesOtherDocuments) {
  const BuiltObjective built = of_roots();
  EXPECT_THROW(page(built, R"({"schema": "holdfast.ratios/1"})"), InvalidInput);
  EXPECT_THROW(page(built, "[]"), InvalidInput);
}

}  // namespace
}  // namespace holdfast::documents
