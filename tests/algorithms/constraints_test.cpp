// Must-haves, must-nots and caps: what every algorithm promises, and what they mean for S0 and S1.

#include "holdfast/core/constraints.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::at;
using support::expect_refusal;
using testing::ElementsAre;

/// Constraints that some set of at most k items satisfies.
Constraints feasible_constraints(Random& random, Item size, Item k) {
  Constraints constraints;
  const Items order = support::random_set(random, size, at(size));
  const auto musts = std::min<std::size_t>(random.below(3), at(k));
  constraints.must.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(musts));
  constraints.must_not.assign(order.end() - static_cast<std::ptrdiff_t>(random.below(3)),
                              order.end());
  for (Item item = 0; item < size; ++item)
    constraints.kind_of.push_back(static_cast<std::int32_t>(random.below(4)) - 1);
  for (std::int32_t kind = 0; kind < 3; ++kind) {
    const auto needed = std::ranges::count_if(
        constraints.must, [&](Item item) { return constraints.kind(item) == kind; });
    const auto most = static_cast<Item>(needed) + static_cast<Item>(random.below(3));
    constraints.kinds.push_back({"kind " + std::to_string(kind), most});
  }
  return constraints;
}

TEST(Constrained, EveryAlgorithmSatisfiesThem) {
  const holdfast::Run run(support::run_options(3));
  Random random(5);
  int chosen = 0;
  for (const auto& maker : support::problems_of_every_kind()) {
    const auto problem = maker.make(2);
    const auto algorithms = support::every_algorithm_for(*problem.objective);
    for (int trial = 0; trial < 6; ++trial) {
      const auto k = static_cast<Item>(random.below(at(problem.size()) + 2));
      const Problem asked{k, static_cast<Item>(random.below(3)),
                          feasible_constraints(random, problem.size(), k)};
      const Item most = std::min(k, most_items(asked.constraints, problem.size()));
      for (const auto& algorithm : algorithms) {
        SCOPED_TRACE(maker.label + ", " + algorithm->name() + ", trial " + std::to_string(trial));
        if (k < most_items(asked.constraints, problem.size()) && !algorithm->feasible(asked)) {
          EXPECT_THROW(algorithm->select(*problem.objective, asked, run), std::invalid_argument);
          continue;
        }
        const Selection got = algorithm->select(*problem.objective, asked, run);
        EXPECT_TRUE(satisfies(asked.constraints, got.items()));
        EXPECT_EQ(std::ssize(got.steps), most) << "no place is wasted";
        EXPECT_NEAR(got.value, problem.definition(got.items()), problem.allowed_error());
        if (most < k && most < problem.size()) {
          EXPECT_EQ(got.stopped, "no further item allowed");
        }
        ++chosen;
      }
    }
  }
  EXPECT_GT(chosen, 500);
}

/// Greedy from the definition: must-haves first, in each step the largest gain among the allowed
/// items.
Items slow_greedy(const support::SetFunction& f, const Problem& problem, Items chosen, Items all) {
  while (true) {
    Items allowed = allowed_after(problem.constraints, f.size, problem.k, all);
    Items musts;
    std::ranges::copy_if(problem.constraints.must, std::back_inserter(musts),
                         [&](Item item) { return std::ranges::count(all, item) == 0; });
    if (!musts.empty()) allowed = support::sorted(musts);
    if (allowed.empty()) return chosen;
    const Item best = *std::ranges::max_element(
        allowed, {}, [&](Item item) { return f.value(support::plus(chosen, item)); });
    chosen.push_back(best);
    all.push_back(best);
  }
}

/// The allowed items of largest singleton value.
Items slow_guard(const support::SetFunction& f, const Problem& problem, std::size_t count) {
  Items guard;
  while (guard.size() < count) {
    const Items allowed = allowed_after(problem.constraints, f.size, problem.k, guard);
    guard.push_back(
        *std::ranges::max_element(allowed, {}, [&](Item item) { return f.value(Items{item}); }));
  }
  return guard;
}

TEST(Constrained, GreedyAndObliviousGreedyByDefinition) {
  const holdfast::Run run;
  Random random(17);
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    // Random numbers: nothing is tied.
    const auto problem = support::table_problem(8, false, seed);
    const support::SetFunction f{8, problem.definition};
    const auto k = static_cast<Item>(2 + random.below(5));
    Problem asked{k, 2, feasible_constraints(random, 8, k)};
    const Problem reduced{std::min(k, most_items(asked.constraints, 8)), 2, asked.constraints};
    SCOPED_TRACE(seed);
    EXPECT_EQ(Greedy().select(*problem.objective, asked, run).items(),
              slow_greedy(f, reduced, {}, {}));

    const Selection robust = ObliviousGreedy(1.0).select(*problem.objective, asked, run);
    const Items guard = slow_guard(f, reduced, std::min<std::size_t>(2, at(reduced.k)));
    Items wanted = guard;
    const Items rest = slow_greedy(f, reduced, {}, guard);
    wanted.insert(wanted.end(), rest.begin(), rest.end());
    EXPECT_EQ(robust.items(), wanted);
    for (std::size_t i = 0; i < robust.steps.size(); ++i)
      EXPECT_EQ(robust.steps[i].part, i < guard.size() ? Part::S0 : Part::S1);
  }
}

/// Item i is worth its weight; weights decrease with i.
FunctionObjective weights() {
  return {6, [](std::span<const Item> set) {
            double sum = 0.0;
            for (const Item item : set) sum += 10.0 - item;
            return sum;
          }};
}

TEST(Constrained, AMustHaveOfLargeValueJoinsTheGuard) {
  const holdfast::Run run;
  const auto large = ObliviousGreedy(1.0).select(weights(), {4, 2, {.must = {1, 5}}}, run);
  EXPECT_THAT(large.items(), ElementsAre(0, 1, 5, 2));
  EXPECT_EQ(large.steps[1].part, Part::S0);
  EXPECT_EQ(large.steps[2].part, Part::S1) << "it begins S1 if its value is too small for S0";
  // With as many must-haves as places, the guard can only be made of them.
  const auto full = ObliviousGreedy(1.0).select(weights(), {2, 2, {.must = {4, 5}}}, run);
  EXPECT_THAT(full.items(), ElementsAre(4, 5));
  EXPECT_EQ(full.steps[1].part, Part::S0);
  const auto best = Oblivious().select(weights(), {3, 0, {.must = {5}, .must_not = {0}}}, run);
  EXPECT_THAT(best.items(), ElementsAre(1, 2, 5));
}

TEST(Constrained, BucketsLeaveRoomForMustHaves) {
  const holdfast::Run run;
  const auto chosen = ProGreedy(1).select(weights(), {4, 1, {.must = {4, 5}}}, run);
  EXPECT_THAT(chosen.items(), ElementsAre(0, 4, 5, 1));
  EXPECT_EQ(chosen.steps[0].part, Part::S0);
}

TEST(Constrained, ThePoolIsEmptyAfterExactlyK) {
  Random random(23);
  const auto problem = support::table_problem(8, false, 1);
  for (int trial = 0; trial < 100; ++trial) {
    const auto k = static_cast<Item>(random.below(9));
    Constraints constraints = feasible_constraints(random, 8, k);
    const Problem asked{std::min(k, most_items(constraints, 8)), 0, constraints};
    greedy_steps::CandidatePool pool(*problem.objective, asked);
    Items taken;
    while (!pool.empty()) {
      const auto offered = random.below(2) == 0 ? pool.all() : pool.next();
      const Item item = offered[random.below(offered.size())];
      EXPECT_TRUE(pool.offers(item));
      pool.take(item);
      EXPECT_FALSE(pool.offers(item));
      taken.push_back(item);
    }
    EXPECT_EQ(std::ssize(taken), asked.k);
    EXPECT_TRUE(satisfies(constraints, taken));
  }
}

/// Takes the first k items, whatever the constraints.
class Deaf : public Algorithm {
 public:
  std::string name() const override { return "deaf"; }

 private:
  Choice do_select(const Objective& /*objective*/, const Problem& problem,
                   const Run& /*run*/) const override {
    Choice choice;
    for (Item item = 0; item < problem.k; ++item) choice.steps.push_back({item});
    return choice;
  }
};

TEST(Constrained, AnAlgorithmThatIgnoresThemIsRefused) {
  const holdfast::Run run;
  EXPECT_THAT(Deaf().select(weights(), {2, 0, {.must = {1}}}, run).items(), ElementsAre(0, 1));
  expect_refusal(
      [&] {
        Deaf().select(weights(), {2, 0, {.must = {5}}}, run);
      },
      {"deaf", "must-haves", "greedy"});
}

TEST(Constrained, ImpossibleConstraintsAreRefusedByEveryAlgorithm) {
  const holdfast::Run run;
  for (const auto& algorithm : support::every_algorithm()) {
    SCOPED_TRACE(algorithm->name());
    expect_refusal(
        [&] {
          algorithm->select(weights(), {1, 0, {.must = {1, 2}}}, run);
        },
        {"2 must-haves", "k = 1"});
    expect_refusal(
        [&] {
          algorithm->select(weights(), {3, 0, {.must = {1}, .must_not = {1}}}, run);
        },
        {"item 1", "must-not"});
  }
}

}  // namespace
}  // namespace holdfast
