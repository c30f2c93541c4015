// Items with prices: the limit is kept, and choices are near the best that it allows.

#include <gmock/gmock.h>

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::TestProblem;

Constraints prices(Item items, std::uint64_t seed, double limit) {
  Random random(seed);
  Constraints constraints;
  for (Item i = 0; i < items; ++i) constraints.costs.push_back(random.uniform(0.2, 2.0));
  constraints.cost_limit = limit;
  return constraints;
}

TEST(Costs, NoAlgorithmSpendsMoreThanTheLimit) {
  for (const auto& maker : support::problems_of_every_kind()) {
    SCOPED_TRACE(maker.label);
    const TestProblem problem = maker.make(2);
    const holdfast::Run run(support::run_options(1));
    for (const auto& algorithm : support::every_algorithm_for(*problem.objective)) {
      SCOPED_TRACE(algorithm->name());
      for (const double limit : {0.0, 1.0, 3.0, 100.0}) {
        Constraints constraints = prices(problem.size(), 3, limit);
        constraints.must_not = {1};
        const Problem asked{problem.size(), 1, constraints};
        const Selection chosen = algorithm->select(*problem.objective, asked, run);
        EXPECT_TRUE(constraints.affords(constraints.cost(chosen.items())));
        if (limit >= 100.0) {
          EXPECT_EQ(std::ssize(chosen.steps), problem.size() - 1);
        }
        // Nothing that could still be bought was left out.
        EXPECT_TRUE(
            allowed_after(constraints, problem.size(), problem.size(), chosen.items()).empty());
      }
    }
  }
}

/// max over affordable sets of the worst value after tau deletions.
double affordable_optimum(const support::SetFunction& f, const Constraints& constraints, Item tau) {
  double best = 0.0;
  for (std::size_t size = 0; size <= support::at(f.size); ++size) {
    support::for_each_subset(support::ground_set(f.size), size, [&](const Items& set) {
      if (constraints.affords(constraints.cost(set)))
        best = std::max(best, support::worst_value(f, set, tau));
    });
  }
  return best;
}

TEST(Costs, AutoIsNearTheBestThatTheMoneyBuys) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (const TestProblem& problem :
         {support::coverage_problem(40, 10, true, seed),
          support::facility_location_problem(30, 10, seed),
          support::linear_problem({.cols = 10, .correlation = 0.3}, 0.0, true, false, seed)}) {
      SCOPED_TRACE(problem.label);
      const auto f = support::memoized(problem.size(), problem.definition);
      const holdfast::Run run;
      for (const Item tau : {0, 1, 2}) {
        const Constraints constraints = prices(10, seed, 5.0);
        const Selection chosen =
            Recommended().select(*problem.objective, {10, tau, constraints}, run);
        const double worst = support::worst_value(f, chosen.items(), tau);
        EXPECT_GE(worst, 0.95 * affordable_optimum(f, constraints, tau)) << "tau " << tau;
      }
    }
  }
}

TEST(Costs, GreedyTakesTheBetterOfBothRules) {
  // One item is worth 10 and costs everything; ten are worth 2 and cost a tenth.
  const auto f = [](std::span<const Item> set) {
    double sum = 0.0;
    for (const Item item : set) sum += item == 0 ? 10.0 : 2.0;
    return sum;
  };
  const FunctionObjective objective(11, f);
  Constraints constraints;
  constraints.costs.assign(11, 1.0);
  constraints.costs[0] = 10.0;
  constraints.cost_limit = 10.0;
  const holdfast::Run run;
  EXPECT_EQ(Greedy().select(objective, {11, 0, constraints}, run).value, 20.0);
  EXPECT_EQ(Oblivious().select(objective, {11, 0, constraints}, run).value, 20.0);
  EXPECT_EQ(ObliviousGreedy().select(objective, {11, 1, constraints}, run).value, 20.0);
  constraints.costs.assign(11, 9.0);
  constraints.costs[0] = 10.0;
  EXPECT_EQ(Greedy().select(objective, {11, 0, constraints}, run).value, 10.0);
}

TEST(Costs, MustHavesArePaidFirst) {
  const auto problem = support::coverage_problem(30, 8, true, 1);
  Constraints constraints = prices(8, 1, 3.0);
  constraints.must = {7};
  const holdfast::Run run;
  const Selection chosen = Greedy().select(*problem.objective, {8, 0, constraints}, run);
  EXPECT_TRUE(holds(chosen.items(), 7));
  EXPECT_LE(constraints.cost(chosen.items()), 3.0 * (1 + 1e-9));
  constraints.cost_limit = 0.1;
  support::expect_refusal(
      [&] {
        Greedy().select(*problem.objective, {8, 0, constraints}, run);
      },
      {"must-haves cost", "0.1"});
}

TEST(Costs, WrongPricesAreRefused) {
  const auto problem = support::coverage_problem(30, 3, true, 1);
  const holdfast::Run run;
  Constraints constraints;
  constraints.costs = {1.0, 2.0};
  const auto select = [&] { Greedy().select(*problem.objective, {3, 0, constraints}, run); };
  support::expect_refusal(select, {"costs", "2 items", "3"});
  constraints.costs = {1.0, -2.0, 1.0};
  support::expect_refusal(select, {"item 1", "-2", "0 or more"});
  constraints.costs = {1.0, 2.0, 1.0};
  constraints.cost_limit = -1.0;
  support::expect_refusal(select, {"limit", "-1"});
}

}  // namespace
}  // namespace holdfast
