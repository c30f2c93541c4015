// Items that are chosen together and fail together. The contract suite covers groups too.

#include "holdfast/objectives/combined/grouped.hpp"

#include <gmock/gmock.h>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/covering/coverage.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::expect_refusal;
using testing::ElementsAre;

/// {0, 1}, {1, 2} and {0, 3}, of five elements.
std::shared_ptr<const Objective> three_sets() {
  const SparseMatrix sets(5, 3, {0, 2, 4, 6}, {0, 1, 1, 2, 0, 3}, {1, 1, 1, 1, 1, 1});
  return std::make_shared<CoverageObjective>(sets, std::vector<double>{1, 10, 100, 1000, 10000},
                                             std::vector<std::string>{"a", "b", "c"});
}

TEST(Grouped, OneDeletionTakesAllMembers) {
  const GroupedObjective objective(three_sets(), {{"pair", {2, 0}}});
  EXPECT_EQ(objective.size(), 2);
  EXPECT_EQ(objective.item_name(0), "pair");
  EXPECT_EQ(objective.item_name(1), "b");
  EXPECT_EQ(objective.name(), "grouped coverage");
  EXPECT_EQ(objective.value(Items{0}), 1011.0);
  EXPECT_EQ(objective.value(Items{1}), 110.0);
  EXPECT_EQ(*objective.largest_value(), 1111.0);
  EXPECT_TRUE(objective.is_submodular());
  EXPECT_THAT(objective.members_of(Items{1, 0}), ElementsAre(1, 2, 0));

  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{1, 0});
  EXPECT_EQ(state->value(), 1111.0);
  EXPECT_THAT(state->losses(), ElementsAre(100.0, 1001.0));
  const Deletion worst = Exact().attack(*state, 1);
  EXPECT_THAT(worst.items, ElementsAre(0));
  EXPECT_EQ(worst.value, 110.0);
}

TEST(Grouped, ValueIsThatOfTheUnion) {
  Random random(3);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto base = support::linear_problem({}, 0.0, true, false, seed);
    const std::vector<Group> groups{{"x", {1, 4}}, {"y", {9, 0, 2}}};
    const GroupedObjective objective(base.objective, groups);
    ASSERT_EQ(objective.size(), 7);
    for (std::size_t count = 0; count <= 7; ++count) {
      const Items set = support::random_set(random, 7, count);
      EXPECT_NEAR(objective.value(set), base.definition(objective.members_of(set)),
                  base.allowed_error());
    }
  }
}

TEST(Grouped, GroupsOfOneDelegateToTheBase) {
  const auto base = support::facility_location_problem(200, 150, 2);
  const GroupedObjective objective(base.objective, {});
  EXPECT_TRUE(objective.is_base());
  const holdfast::Run run;
  const auto grouped = Greedy().select(objective, {30, 0}, run);
  support::expect_identical(grouped, Greedy().select(*base.objective, {30, 0}, run));
  EXPECT_LT(grouped.evaluations, 30 * 150 / 2) << "the base evaluates lazily";
}

TEST(Grouped, ClonesAreIndependent) {
  const GroupedObjective objective(three_sets(), {{"pair", {2, 0}}});
  const holdfast::Run run;
  auto state = objective.start_at(run, Items{1});
  EXPECT_THAT(state->gains(Items{0}), ElementsAre(1001.0));
  const auto clone = state->clone();
  state->add(0);
  state.reset();
  EXPECT_EQ(clone->value(), 110.0);
  clone->add(0);
  EXPECT_EQ(clone->value(), 1111.0);
}

TEST(Grouped, HasAGradientIfTheBaseHas) {
  const holdfast::Run run;
  const auto base = support::linear_problem({}, 0.0, true, false, 1);
  const GroupedObjective objective(base.objective, {{"x", {1, 4}}});
  EXPECT_TRUE(objective.has_gradient());
  EXPECT_EQ(Omp().select(objective, {2, 0}, run).steps.size(), 2U);
  const GroupedObjective sets(three_sets(), {});
  EXPECT_FALSE(sets.has_gradient());
  expect_refusal([&] { Omp().select(sets, {2, 0}, run); }, {"omp"});
}

TEST(Grouped, RefusesInvalidGroups) {
  const auto make = [](std::vector<Group> groups) {
    return [groups] { GroupedObjective(three_sets(), groups); };
  };
  expect_refusal(make({{"x", {}}}), {"group x", "no members"});
  expect_refusal(make({{"x", {0, 3}}}), {"group x", "no item 3", "0 to 2"});
  expect_refusal(make({{"x", {-1}}}), {"no item -1"});
  expect_refusal(make({{"x", {0}}, {"y", {1, 0}}}), {"item 0 (a)", "group x", "group y"});
  expect_refusal(make({{"x", {0, 0}}}), {"item 0 (a)"});
  expect_refusal(make({{"x", {0}}, {"x", {1}}}), {"two groups are called x"});
  expect_refusal(make({{"b", {0}}}), {"called b", "in no group"});
  expect_refusal([] { GroupedObjective(nullptr, {}); }, {"objective"});
  EXPECT_NO_THROW(make({{"b", {1, 0}}})()) << "a group may have the name of its own member";
}

}  // namespace
}  // namespace holdfast
