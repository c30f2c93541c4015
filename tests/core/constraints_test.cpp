#include "holdfast/core/constraints.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "holdfast/core/random.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::at;
using support::expect_refusal;
using testing::ElementsAre;

FunctionObjective counting(Item size, std::vector<std::string> names = {}) {
  return {size, [](std::span<const Item> set) { return static_cast<double>(set.size()); },
          FunctionObjective::GainsFunction(), true, std::move(names)};
}

/// Every subset of {0, ..., size-1}.
std::vector<Items> all_sets(Item size) {
  std::vector<Items> sets;
  for (std::size_t count = 0; count <= at(size); ++count) {
    support::for_each_subset(support::ground_set(size), count,
                             [&](const Items& set) { sets.push_back(set); });
  }
  return sets;
}

bool includes(const Items& set, const Items& part) {
  return std::ranges::all_of(part, [&](Item item) { return std::ranges::count(set, item) > 0; });
}

/// Random constraints, which may contradict each other.
Constraints random_constraints(Random& random, Item size) {
  Constraints constraints;
  constraints.must = support::random_set(random, size, random.below(3));
  constraints.must_not = support::random_set(random, size, random.below(3));
  const auto kinds = random.below(3);
  for (std::size_t kind = 0; kind < kinds; ++kind)
    constraints.kinds.push_back(
        {"kind " + std::to_string(kind), static_cast<Item>(random.below(3))});
  for (Item item = 0; item < size; ++item)
    constraints.kind_of.push_back(static_cast<std::int32_t>(random.below(kinds + 1)) - 1);
  return constraints;
}

TEST(Constraints, AreSatisfiedAsDefined) {
  Constraints constraints;
  EXPECT_TRUE(constraints.empty());
  EXPECT_TRUE(satisfies(constraints, Items{}));
  constraints = {{2}, {0}, {{"red", 1}, {"blue", 2}}, {0, 0, 0, 1, 1, 1, -1}};
  EXPECT_FALSE(constraints.empty());
  EXPECT_TRUE(satisfies(constraints, Items{2}));
  EXPECT_TRUE(satisfies(constraints, Items{6, 3, 2, 4}));
  EXPECT_FALSE(satisfies(constraints, Items{3})) << "2 is missing";
  EXPECT_FALSE(satisfies(constraints, Items{2, 0})) << "0 is forbidden";
  EXPECT_FALSE(satisfies(constraints, Items{2, 1})) << "two are red";
  EXPECT_FALSE(satisfies(constraints, Items{2, 3, 4, 5})) << "three are blue";
}

TEST(Constraints, AgreeWithBruteForce) {
  constexpr Item size = 6;
  const auto sets = all_sets(size);
  const auto objective = counting(size);
  Random random(11);
  int infeasible = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Constraints constraints = random_constraints(random, size);
    const auto k = static_cast<Item>(random.below(at(size) + 2));
    std::vector<Items> good;
    std::ranges::copy_if(sets, std::back_inserter(good),
                         [&](const Items& set) { return satisfies(constraints, set); });
    const auto small = [&](const Items& set) { return std::ssize(set) <= k; };
    if (std::ranges::none_of(good, small)) {
      EXPECT_THROW(require_satisfiable(constraints, objective, k), std::invalid_argument);
      ++infeasible;
      continue;
    }
    EXPECT_NO_THROW(require_satisfiable(constraints, objective, k));
    std::size_t most = 0;
    for (const Items& set : good) most = std::max(most, set.size());
    EXPECT_EQ(most_items(constraints, size), static_cast<Item>(most));

    // For any part of a valid set: an item is allowed if some valid set contains both.
    std::erase_if(good, [&](const Items& set) { return !small(set); });
    const Items& goal = good[random.below(good.size())];
    const Items chosen(goal.begin(),
                       goal.begin() + static_cast<std::ptrdiff_t>(random.below(goal.size() + 1)));
    Items wanted;
    for (const Item item : support::complement(size, chosen)) {
      const Items larger = support::plus(chosen, item);
      if (std::ranges::any_of(good, [&](const Items& set) { return includes(set, larger); }))
        wanted.push_back(item);
    }
    EXPECT_EQ(allowed_after(constraints, size, k, chosen), wanted);
  }
  EXPECT_GT(infeasible, 20);
  EXPECT_LT(infeasible, 180);
}

TEST(Constraints, SayWhyTheyCannotBeSatisfied) {
  const auto objective = counting(4, {"a", "b", "c", "d"});
  const auto refused = [&](const Constraints& constraints, Item k,
                           const std::vector<std::string>& words) {
    expect_refusal([&] { require_satisfiable(constraints, objective, k); }, words);
  };
  refused({.must = {0, 1, 2}}, 2, {"3 must-haves", "k = 2"});
  refused({.must = {1, 3}, .must_not = {3}}, 4, {"item 3 (d)", "must-have and a must-not"});
  refused({.must = {0, 1}, .kinds = {{"red", 1}}, .kind_of = {0, 0, 0, -1}}, 3,
          {"2 must-haves", "kind red", "at most 1"});
  refused({.must = {4}}, 4, {"item 4", "0 to 3"});
  refused({.must = {1, 1}}, 4, {"item 1", "twice"});
  refused({.must_not = {-1}}, 4, {"item -1"});
  refused({.kinds = {{"red", 1}}, .kind_of = {0, 0}}, 4, {"2 items", "4"});
  refused({.kinds = {{"red", 1}}, .kind_of = {0, 0, 1, 0}}, 4, {"no kind 1"});
  refused({.kinds = {{"red", -1}}, .kind_of = {0, 0, 0, 0}}, 4, {"kind red", "-1"});
}

TEST(Constraints, ReservePlacesForMustHaves) {
  const Constraints constraints{{3}, {0}, {{"red", 1}}, {-1, 0, -1, 0}};
  EXPECT_THAT(allowed_after(constraints, 4, 3, {}), ElementsAre(2, 3)) << "1 would fill its kind";
  EXPECT_THAT(allowed_after(constraints, 4, 1, {}), ElementsAre(3));
  EXPECT_THAT(allowed_after(constraints, 4, 3, Items{3}), ElementsAre(2));
}

}  // namespace
}  // namespace holdfast
