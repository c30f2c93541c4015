// What every algorithm promises on every objective: sizes, bounds, sweeps, progress, interrupts.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::at;
using support::TestProblem;

class EveryAlgorithm : public testing::TestWithParam<support::ProblemMaker> {
 protected:
  /// Calls check(algorithm, problem, run) for each algorithm that works with the objective.
  template <class Check>
  static void for_each(const Check& check) {
    const TestProblem problem = GetParam().make(5);
    const holdfast::Run run(support::run_options(3));
    for (const auto& algorithm : support::every_algorithm_for(*problem.objective)) {
      SCOPED_TRACE(algorithm->name());
      check(*algorithm, problem, run);
    }
  }
};

void expect_well_formed(const Selection& selection, const TestProblem& problem, Problem asked) {
  const Items items = selection.items();
  EXPECT_EQ(items.size(), std::min(at(asked.k), at(problem.size())));
  EXPECT_EQ(std::set<Item>(items.begin(), items.end()).size(), items.size());
  EXPECT_EQ(selection.problem.k, asked.k);
  EXPECT_EQ(selection.problem.tau, asked.tau);
  EXPECT_NEAR(selection.value, problem.definition(items), problem.allowed_error());
  EXPECT_EQ(selection.stopped,
            items.size() == at(problem.size()) ? "every item chosen" : "k items chosen");
}

TEST_P(EveryAlgorithm, ChoosesAsManyItemsAsRequested) {
  for_each([](const Algorithm& algorithm, const TestProblem& problem, const holdfast::Run& run) {
    for (const Item k :
         {0, 1, 2, problem.size() / 2, problem.size() - 1, problem.size(), problem.size() + 7}) {
      for (const Item tau : {Item{0}, Item{1}, k, static_cast<Item>(k + 3)}) {
        if (k < problem.size() && !algorithm.feasible({k, tau})) continue;
        const Selection selection = algorithm.select(*problem.objective, {k, tau}, run);
        EXPECT_EQ(selection.algorithm, algorithm.name());
        expect_well_formed(selection, problem, {k, tau});
      }
    }
  });
}

TEST_P(EveryAlgorithm, StaysBelowTheOptimum) {
  for_each([](const Algorithm& algorithm, const TestProblem& problem, const holdfast::Run& run) {
    const auto f = support::memoized(problem.size(), problem.definition);
    const double error = problem.allowed_error();
    for (const auto& [k, tau] : {std::pair<Item, Item>{3, 1}, {5, 2}, {7, 1}}) {
      if (!algorithm.feasible({k, tau})) continue;
      const Selection selection = algorithm.select(*problem.objective, {k, tau}, run);
      EXPECT_LE(selection.value, support::optimum(f, k) + error);
      EXPECT_LE(support::worst_value(f, selection.items(), tau),
                support::robust_optimum(f, k, tau) + error);
    }
  });
}

TEST_P(EveryAlgorithm, SweepEqualsSelectAtEveryK) {
  for_each([](const Algorithm& algorithm, const TestProblem& problem, const holdfast::Run& run) {
    for (const Item tau : {0, 1, 2}) {
      Items ks;
      // Unsorted, and with repetitions.
      for (const Item k : {problem.size(), 3, 0, 5, 3, problem.size() + 2, 1}) {
        if (k >= problem.size() || algorithm.feasible({k, tau})) ks.push_back(k);
      }
      const auto sweep = algorithm.sweep(*problem.objective, ks, tau, run);
      ASSERT_EQ(sweep.size(), ks.size());
      for (std::size_t i = 0; i < ks.size(); ++i) {
        SCOPED_TRACE(testing::Message() << "k " << ks[i] << ", tau " << tau);
        const Selection alone = algorithm.select(*problem.objective, {ks[i], tau}, run);
        EXPECT_EQ(sweep[i].items(), alone.items());
        EXPECT_NEAR(sweep[i].value, alone.value, problem.allowed_error());
        EXPECT_EQ(sweep[i].problem.k, ks[i]);
        EXPECT_EQ(sweep[i].stopped, alone.stopped);
        ASSERT_EQ(sweep[i].steps.size(), alone.steps.size());
        for (std::size_t s = 0; s < alone.steps.size(); ++s) {
          EXPECT_EQ(sweep[i].steps[s].part, alone.steps[s].part);
          EXPECT_EQ(sweep[i].steps[s].bucket, alone.steps[s].bucket);
          EXPECT_NEAR(sweep[i].steps[s].gain, alone.steps[s].gain, problem.allowed_error());
        }
      }
    }
    EXPECT_TRUE(algorithm.sweep(*problem.objective, Items{}, 1, run).empty());
  });
}

TEST_P(EveryAlgorithm, StopsWhenAsked) {
  const TestProblem problem = GetParam().make(5);
  for (const auto& algorithm : support::every_algorithm_for(*problem.objective)) {
    SCOPED_TRACE(algorithm->name());
    std::atomic<bool> stop{true};
    holdfast::Run::Options options = support::run_options(1, 2);
    options.stop_requested = &stop;
    const holdfast::Run flagged(options);
    // Whoever compares whole sets ends with the best so far, all others with nothing.
    const std::set<std::string> comparing{"auto", "beta-path", "robust-swap"};
    const bool has_a_best = comparing.contains(algorithm->name());
    try {
      const Selection best = algorithm->select(*problem.objective, {problem.size(), 1}, flagged);
      EXPECT_TRUE(has_a_best);
      EXPECT_EQ(best.stopped, "interrupted: the best so far");
      EXPECT_EQ(std::ssize(best.steps), problem.size());
    } catch (const Interrupted&) {
      EXPECT_FALSE(has_a_best);
    }
    stop = false;
    const holdfast::Run again(options);
    EXPECT_NO_THROW(algorithm->select(*problem.objective, {problem.size(), 1}, again));
  }
}

TEST_P(EveryAlgorithm, ReportsProgressThatGrows) {
  const TestProblem problem = GetParam().make(5);
  for (const auto& algorithm : support::every_algorithm_for(*problem.objective)) {
    SCOPED_TRACE(algorithm->name());
    std::vector<Progress> seen;
    holdfast::Run::Options options = support::run_options(1);
    options.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
    const holdfast::Run run(options);
    algorithm->select(*problem.objective, {problem.size(), 1}, run);
    ASSERT_FALSE(seen.empty());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      EXPECT_LE(seen[i].done, seen[i].total);
      if (i > 0) {
        EXPECT_GE(seen[i].done, seen[i - 1].done);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, EveryAlgorithm,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

TEST(GreedyGuarantee, HoldsForSubmodularFunctions) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const TestProblem& problem : {support::facility_location_problem(10, 9, seed),
                                       support::coverage_problem(20, 9, true, seed)}) {
      const auto f = support::memoized(problem.size(), problem.definition);
      for (const Item k : {2, 4}) {
        const Selection greedy = Greedy().select(*problem.objective, {k, 0}, holdfast::Run());
        EXPECT_GE(greedy.value, (1.0 - std::exp(-1.0)) * support::optimum(f, k) - 1e-12);
      }
    }
  }
}

TEST(RobustGuarantee, TauLargestSingletonsKeepTheirShareOfAModularFunction) {
  // f is additive: the best robust set is the k largest items, and the worst deletion takes the tau
  // largest of them.
  const auto value = [](std::span<const Item> set) {
    double sum = 0.0;
    for (const Item item : set) sum += 1.0 + item;
    return sum;
  };
  const FunctionObjective objective(8, value);
  const Selection chosen = ObliviousGreedy(1.0).select(objective, {5, 2}, holdfast::Run());
  EXPECT_EQ(chosen.items(), (Items{7, 6, 5, 4, 3}));
  EXPECT_EQ(chosen.steps[0].part, Part::S0);
  EXPECT_EQ(chosen.steps[1].part, Part::S0);
  EXPECT_EQ(chosen.steps[2].part, Part::S1);
  EXPECT_EQ(chosen.value, 30.0);
}

TEST(GroundSets, OfOneAndOfNoItems) {
  const holdfast::Run run;
  const FunctionObjective one(1, [](std::span<const Item> set) { return set.empty() ? 0.0 : 2.5; });
  const FunctionObjective none(0, [](std::span<const Item>) { return 0.0; });
  for (const auto& algorithm : support::every_algorithm()) {
    SCOPED_TRACE(algorithm->name());
    for (const Item k : {1, 4}) {
      for (const Item tau : {0, 1, 2}) {
        const Selection selection = algorithm->select(one, {k, tau}, run);
        EXPECT_EQ(selection.items(), Items{0});
        EXPECT_EQ(selection.value, 2.5);
        EXPECT_EQ(algorithm->select(none, {k, tau}, run).value, 0.0);
      }
    }
    EXPECT_TRUE(algorithm->select(one, {0, 0}, run).steps.empty());
  }
}

}  // namespace
}  // namespace holdfast
