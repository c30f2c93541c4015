// Events that take items away. The contract suite covers all measures too.

#include "holdfast/objectives/combined/scenarios.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/algorithms/saturate.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/objectives/combined/grouped.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::expect_refusal;

using testing::ElementsAre;
using Kind = Measure::Kind;

/// Worth 1, 10, 100, 1000: a set's digits say what is left of it.
std::shared_ptr<const Objective> digits() {
  return std::make_shared<FunctionObjective>(4, [](std::span<const Item> set) {
    double sum = 0.0;
    for (const Item item : set) sum += std::pow(10.0, item);
    return sum;
  });
}

const std::vector<Event> three = {{{3}, 1.0}, {{0, 1}, 2.0}, {{}, 1.0}};

TEST(Scenarios, MeasuresByHand) {
  const Items all{0, 1, 2, 3};
  // The events leave 111, 1100 and 1111, with weights 1/4, 1/2 and 1/4.
  EXPECT_DOUBLE_EQ(ScenariosObjective(digits(), three).value(all), (111 + 2 * 1100 + 1111) / 4.0);
  EXPECT_EQ(ScenariosObjective(digits(), three, {Kind::worst}).value(all), 111.0);
  EXPECT_DOUBLE_EQ(ScenariosObjective(digits(), three, {Kind::cvar, 0.25}).value(all), 111.0);
  EXPECT_DOUBLE_EQ(ScenariosObjective(digits(), three, {Kind::cvar, 0.5}).value(all),
                   (111 + 1100) / 2.0);
  EXPECT_DOUBLE_EQ(ScenariosObjective(digits(), three, {Kind::cvar, 0.1}).value(all), 111.0);
  EXPECT_DOUBLE_EQ(ScenariosObjective(digits(), three, {Kind::cvar, 1.0}).value(all),
                   (111 + 2 * 1100 + 1111) / 4.0);
  EXPECT_DOUBLE_EQ(ScenariosObjective(digits(), three, {Kind::capped, 0.1, 1105.0}).value(all),
                   (111 + 2 * 1100 + 1105) / 4.0);
}

TEST(Scenarios, EventsAreMergedAndThoseOfNoWeightLeftOut) {
  const ScenariosObjective objective(digits(),
                                     {{{1, 0}, 1.0}, {{2}, 0.0}, {{0, 1}, 1.0}, {{3}, 2.0}});
  ASSERT_EQ(objective.events().size(), 2U);
  EXPECT_THAT(objective.weights(), ElementsAre(0.5, 0.5));
  EXPECT_EQ(objective.given_events(), 4U);
  EXPECT_EQ(objective.given_place(1), 3U);
  EXPECT_DOUBLE_EQ(objective.effective_events(), 16.0 / 6.0);
  const holdfast::Run run;
  EXPECT_THAT(objective.event_values(Items{3, 2, 1}, run), ElementsAre(1100.0, 110.0));
}

TEST(Scenarios, FurtherLossesComeOnTop) {
  const ScenariosObjective objective(digits(), three, {Kind::worst});
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{0, 1, 2, 3});
  const Deletion worst = Exact().attack(*state, 1);
  EXPECT_THAT(worst.items, ElementsAre(2));
  EXPECT_EQ(worst.value, 11.0);
  EXPECT_TRUE(worst.proven);
}

TEST(Scenarios, ManyEventsAndMovesAgreeWithTheDefinition) {
  const auto base = support::linear_problem({.rows = 60, .cols = 12}, 0.0, true, false, 3);
  const std::vector<double> rates(12, 0.2);
  const auto events = draw_failures(rates, 60, 5);
  for (const Measure measure : {Measure{Kind::mean}, {Kind::worst}, {Kind::cvar, 0.2}}) {
    const auto problem = support::scenarios_problem(base, events, measure);
    const holdfast::Run run;
    Random random(9);
    auto state = problem.objective->start(run);
    for (int step = 0; step < 60; ++step) {
      const auto item = static_cast<Item>(random.below(12));
      state->contains(item) ? state->remove(item) : state->add(item);
      ASSERT_NEAR(state->value(), problem.definition(state->items()), problem.allowed_error());
    }
  }
}

TEST(Scenarios, ASeedGivesTheSameDraws) {
  const std::vector<double> rates{0.0, 1.0, 0.5, 0.25};
  const auto events = draw_failures(rates, 4000, 7);
  const auto again = draw_failures(rates, 4000, 7);
  std::vector<double> lost(4, 0.0);
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].lost, again[i].lost);
    for (const Item item : events[i].lost) lost[support::at(item)] += 1.0 / 4000;
  }
  EXPECT_EQ(lost[0], 0.0);
  EXPECT_NEAR(lost[1], 1.0, 1e-12);
  EXPECT_NEAR(lost[2], 0.5, 0.04);
  EXPECT_NEAR(lost[3], 0.25, 0.04);
  EXPECT_NE(events[0].lost == draw_failures(rates, 1, 8)[0].lost &&
                events[1].lost == draw_failures(rates, 2, 8)[1].lost &&
                events[2].lost == draw_failures(rates, 3, 8)[2].lost,
            true);
}

TEST(Scenarios, ChoicesDoNotDependOnThreads) {
  const auto base =
      support::linear_problem({.rows = 80, .cols = 600, .correlation = 0.3}, 0.0, true, false, 2);
  const std::vector<double> rates(600, 0.1);
  const ScenariosObjective objective(base.objective, draw_failures(rates, 40, 1),
                                     {Kind::cvar, 0.2});
  const holdfast::Run one(support::run_options(0, 1));
  const holdfast::Run two(support::run_options(0, 2));
  support::expect_identical(Greedy().select(objective, {8, 1}, one),
                            Greedy().select(objective, {8, 1}, two));
}

/// Each event leaves one of two halves. Only a pair from both halves is worth anything.
std::shared_ptr<const Objective> two_halves() {
  const auto counts = std::make_shared<FunctionObjective>(
      6, [](std::span<const Item> set) { return static_cast<double>(set.size()); }, nullptr, true);
  return std::make_shared<ScenariosObjective>(counts, std::vector<Event>{{{0, 1, 2}}, {{3, 4, 5}}},
                                              Measure{Kind::worst});
}

TEST(Saturate, DoesNotStallWhereGreedyDoes) {
  const auto objective = two_halves();
  const holdfast::Run run;
  // No first item helps both events; greedy takes the lowest items, all from one half.
  EXPECT_EQ(Greedy().select(*objective, {2, 0}, run).value, 1.0);
  EXPECT_EQ(Saturate().select(*objective, {4, 0}, run).value, 2.0);
  EXPECT_EQ(Recommended().select(*objective, {4, 0}, run).value, 2.0);
}

TEST(Saturate, NeverBelowGreedy) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto base = support::coverage_problem(40, 16, true, seed);
    const auto events = draw_failures(std::vector<double>(16, 0.3), 12, seed);
    for (const Measure measure : {Measure{Kind::worst}, {Kind::cvar, 0.3}}) {
      const ScenariosObjective objective(base.objective, events, measure);
      const holdfast::Run run;
      const double greedy = Greedy().select(objective, {5, 0}, run).value;
      const double saturated = Saturate().select(objective, {5, 0}, run).value;
      const double chosen = Recommended().select(objective, {5, 0}, run).value;
      EXPECT_GE(saturated, greedy - 1e-9);
      EXPECT_GE(chosen, saturated - 1e-9);
      // All sets of five, by the definition.
      const auto problem = support::scenarios_problem(base, events, measure);
      double best = 0.0;
      support::for_each_subset(support::ground_set(16), 5, [&](const Items& set) {
        best = std::max(best, problem.definition(set));
      });
      EXPECT_GE(chosen, 0.97 * best) << "seed " << seed;
    }
  }
}

TEST(Saturate, IsGreedyWhereEventsAreAveraged) {
  const ScenariosObjective mean(digits(), three);
  const holdfast::Run run;
  EXPECT_EQ(Saturate().select(mean, {2, 0}, run).items(),
            Greedy().select(mean, {2, 0}, run).items());
}

TEST(Scenarios, AnUnkeptPromiseOfTheBaseIsKnown) {
  const auto falling = std::make_shared<FunctionObjective>(3, [](std::span<const Item> set) {
    return set.empty() ? 0.0 : 4.0 - static_cast<double>(set.size());
  });
  const ScenariosObjective objective(falling, {{{0}}, {{1}}});
  const holdfast::Run run;
  auto state = objective.start_at(run, Items{0, 1});
  state->gains(Items{2});
  EXPECT_TRUE(seen_to_fall(objective).has_value());
}

TEST(Scenarios, TheMeanKeepsTheRatiosOfTheBase) {
  const auto base = support::linear_problem({.cols = 6}, 0.0, true, false, 1);
  const holdfast::Run run;
  const ScenariosObjective mean(base.objective, {{{0}}, {{1, 2}}});
  const ScenariosObjective worst(base.objective, {{{0}}, {{1, 2}}}, {Kind::worst});
  const auto of_base = base.objective->proven_ratios(run, 4)[Ratio::gamma].lower;
  EXPECT_GT(of_base, 0.0);
  EXPECT_EQ(mean.proven_ratios(run, 4)[Ratio::gamma].lower, of_base);
  EXPECT_EQ(worst.proven_ratios(run, 4)[Ratio::gamma].lower, 0.0);
}

TEST(Scenarios, GroupsFailTogether) {
  const auto groups = std::make_shared<GroupedObjective>(
      digits(), std::vector<Group>{{"low", {0, 1}}, {"high", {2, 3}}});
  const ScenariosObjective objective(groups, {{{0}}, {{1}}}, {Kind::worst});
  EXPECT_EQ(objective.value(Items{0, 1}), 11.0);
  EXPECT_EQ(objective.item_name(1), "high");
}

TEST(Scenarios, RefusesInvalidEvents) {
  const auto make = [](std::vector<Event> events, Measure measure = {}) {
    return [events, measure] { ScenariosObjective(digits(), events, measure); };
  };
  expect_refusal(make({}), {"at least one event"});
  expect_refusal(make({{{0}, 0.0}}), {"at least one event"});
  expect_refusal(make({{{4}}}), {"item 4"});
  expect_refusal(make({{{1, 1}}}), {"item 1", "twice"});
  expect_refusal(make({{{0}}, {{1}, -1.0}}), {"event 1", "-1"});
  expect_refusal(make({{{0}}}, {Kind::cvar, 0.0}), {"tail"});
  expect_refusal(make({{{0, 1, 2, 3}}}), {"every item"});
  expect_refusal(make({{{0, 1, 2, 3}}, {{}}}, {Kind::worst}), {"every item"});
  expect_refusal(make({{{0, 1, 2, 3}}, {{}}}, {Kind::cvar, 0.5}), {"every item"});
  EXPECT_NO_THROW(make({{{0, 1, 2, 3}}, {{}}})());
  expect_refusal([] { ScenariosObjective(nullptr, {{{0}}}); }, {"objective"});
  expect_refusal(
      [] {
        draw_failures(std::vector<double>{0.5, 1.5}, 2, 0);
      },
      {"item 1", "1.5", "0 to 1"});
  expect_refusal([] { draw_failures(std::vector<double>{0.5}, 0, 0); }, {"draw"});
}

TEST(Scenarios, GroupsTakeTheirMembersTogether) {
  const std::vector<double> rates{0.1, 0.0, 0.0, 0.2, 0.3, 0.25};
  const std::vector<Items> groups{{0, 2}, {2, 3}};
  const auto events = draw_failures(rates, groups, 6000, 3);
  std::vector<double> lost(4, 0.0);
  double together = 0.0;
  for (const Event& event : events) {
    EXPECT_TRUE(std::ranges::is_sorted(event.lost));
    EXPECT_TRUE(std::ranges::adjacent_find(event.lost) == event.lost.end());
    for (const Item item : event.lost) lost[static_cast<std::size_t>(item)] += 1.0 / 6000.0;
    if (holds(event.lost, 0) && holds(event.lost, 2)) together += 1.0 / 6000.0;
  }
  // Lost unless neither the item itself nor any of its groups fails.
  EXPECT_NEAR(lost[0], 1.0 - 0.9 * 0.7, 0.02);
  EXPECT_EQ(lost[1], 0.0);
  EXPECT_NEAR(lost[2], 1.0 - 0.7 * 0.75, 0.02);
  EXPECT_NEAR(lost[3], 1.0 - 0.8 * 0.75, 0.02);
  EXPECT_NEAR(together, 0.3 + 0.7 * 0.1 * 0.25, 0.02);
  EXPECT_EQ(draw_failures(rates, groups, 50, 3)[7].lost, events[7].lost);
}

}  // namespace
}  // namespace holdfast
