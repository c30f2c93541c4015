// A set function that falls breaks its owner's promise; the contract suite covers those that hold.

#include "holdfast/objectives/combined/function.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/combined/grouped.hpp"

namespace holdfast {
namespace {

/// The sum of the items, but item 0 spoils what is there by `spoiled`.
double sum_of(std::span<const Item> set, double spoiled) {
  const double sum = std::accumulate(set.begin(), set.end(), 0.0);
  return set.size() > 1 && set.front() == 0 ? sum - spoiled : sum;
}

std::shared_ptr<FunctionObjective> sums(Item size, double spoiled) {
  return std::make_shared<FunctionObjective>(
      size, [=](std::span<const Item> set) { return sum_of(set, spoiled); });
}

constexpr const char* how = "item 0 changes the value of {2, 3} from 5 to 4";

TEST(Function, MayBeSaidToFallBeforehand) {
  const FunctionObjective objective(
      3, [](std::span<const Item> set) { return static_cast<double>(set.size()); }, {}, false, {},
      "a score may fall", 1e8);
  EXPECT_EQ(seen_to_fall(objective), "a score may fall");
  EXPECT_EQ(objective.gain_cost(), 1e8);
}

TEST(Function, AGainBelowZeroIsAFall) {
  const holdfast::Run run;
  const auto objective = sums(4, 1.0);
  const auto state = objective->start_at(run, Items{3, 2});
  EXPECT_FALSE(seen_to_fall(*objective));
  state->gains(Items{1});
  EXPECT_FALSE(seen_to_fall(*objective));
  state->gains(Items{1, 0});
  EXPECT_EQ(seen_to_fall(*objective), how);
  objective->start_at(run, Items{1})->gains(Items{0});
  EXPECT_EQ(seen_to_fall(*objective), how);  // the first stays
}

TEST(Function, ALossBelowZeroIsAFall) {
  const holdfast::Run run;
  const auto objective = sums(4, 1.0);
  objective->start_at(run, Items{3, 0, 2})->losses();
  EXPECT_EQ(seen_to_fall(*objective), how);
}

TEST(Function, GainsOfTheUsersOwnAreWatched) {
  const holdfast::Run run;
  const FunctionObjective objective(
      4, [](std::span<const Item> set) { return sum_of(set, 1.0); },
      [](std::span<const Item>, std::span<const Item> candidates) {
        return std::vector<double>(candidates.size(), -1.0);
      });
  objective.start_at(run, Items{3, 2})->gains(Items{0});
  EXPECT_EQ(seen_to_fall(objective), how);
}

TEST(Function, RoundingIsNoFall) {
  const holdfast::Run run;
  const auto objective = sums(4, 1e-10);
  objective->start_at(run, Items{3, 2})->gains(Items{1, 0});
  objective->start_at(run, Items{3, 0, 2})->losses();
  EXPECT_FALSE(seen_to_fall(*objective));
}

TEST(Function, AFallIsSeenThroughGroups) {
  const holdfast::Run run;
  const auto base = sums(5, 1.0);
  const GroupedObjective objective(base, {{"pair", {1, 4}}});
  base->start_at(run, Items{3, 2})->gains(Items{0});
  EXPECT_EQ(seen_to_fall(objective), how);
}

TEST(Function, BoundsProveNothingAfterAFall) {
  const holdfast::Run run;
  Items set(26);
  std::iota(set.begin(), set.end(), 4);
  const auto attack = [&](const Objective& objective) {
    return Exact().attack(*objective.start_at(run, set), 4);
  };
  const auto kept = sums(30, 0.0);
  EXPECT_TRUE(attack(*kept).proven);
  const auto broken = sums(30, 1.0);
  broken->start_at(run, Items{3, 2})->gains(Items{0});
  EXPECT_FALSE(attack(*broken).proven);
  EXPECT_EQ(attack(*broken).at_least, 0.0);
  EXPECT_EQ(attack(*broken).value, attack(*kept).value);
}

}  // namespace
}  // namespace holdfast
