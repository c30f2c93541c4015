// What money buys, against enumeration.

#include "holdfast/tasks/cost_curve.hpp"

#include <gmock/gmock.h>

#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/registry/registry.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::tasks {
namespace {

std::vector<registry::OptionValues> algorithms(std::initializer_list<const char*> names) {
  std::vector<registry::OptionValues> bags;
  for (const char* name : names) {
    const auto& entry = registry::find_algorithm(name);
    bags.emplace_back(entry.name, entry.options);
  }
  return bags;
}

Problem priced(Item items, Item tau, std::uint64_t seed) {
  Random random(seed);
  Problem problem{items, tau};
  for (Item i = 0; i < items; ++i) problem.constraints.costs.push_back(random.uniform(0.2, 2.0));
  return problem;
}

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

TEST(CostCurve, AutoIsNearTheBestForEveryLimit) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto problem = support::coverage_problem(40, 10, true, seed);
    const auto f = support::memoized(problem.size(), problem.definition);
    const holdfast::Run run;
    const auto result = cost_curves(*problem.objective, priced(10, 1, seed),
                                    {6.0, 1.0, 3.0, 3.0, 0.0}, algorithms({"auto"}), Strong(), run);
    EXPECT_THAT(result.limits, testing::ElementsAre(0.0, 1.0, 3.0, 6.0));
    ASSERT_EQ(result.curves.size(), 1U);
    double before = 0.0;
    for (std::size_t i = 0; i < result.limits.size(); ++i) {
      const Judged& point = result.curves[0].points[i];
      const Constraints& constraints = point.selection.problem.constraints;
      EXPECT_EQ(constraints.cost_limit, result.limits[i]);
      EXPECT_TRUE(constraints.affords(constraints.cost(point.selection.items())));
      EXPECT_NEAR(point.worst().value, support::worst_value(f, point.selection.items(), 1),
                  problem.allowed_error());
      EXPECT_GE(point.worst().value, 0.95 * affordable_optimum(f, constraints, 1));
      EXPECT_GE(point.worst().value, before);
      before = point.worst().value;
    }
  }
}

/// Greedy may well choose worse with more money; the better set of less money is still affordable.
TEST(CostCurve, NeverFalls) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto problem = support::facility_location_problem(30, 9, seed);
    const holdfast::Run run;
    const auto result =
        cost_curves(*problem.objective, priced(9, 2, seed), {2.0, 2.5, 3.0, 3.5, 4.0, 5.0},
                    algorithms({"greedy", "oblivious"}), Strong(), run);
    for (const auto& curve : result.curves) {
      for (std::size_t i = 1; i < curve.points.size(); ++i)
        EXPECT_GE(curve.points[i].worst().value, curve.points[i - 1].worst().value);
    }
  }
}

TEST(CostCurve, RefusesWhatMakesNoCurve) {
  const auto problem = support::coverage_problem(20, 6, true, 1);
  const holdfast::Run run;
  const auto curves = [&](Problem asked, std::vector<double> limits) {
    cost_curves(*problem.objective, std::move(asked), std::move(limits), algorithms({"greedy"}),
                Strong(), run);
  };
  support::expect_refusal([&] { curves({6, 1}, {1.0}); }, {"needs costs"});
  support::expect_refusal([&] { curves(priced(6, 1, 1), {}); }, {"at least one limit"});
  support::expect_refusal([&] { curves(priced(6, 1, 1), {-1.0}); }, {"limit", "-1"});
  Problem dear = priced(6, 1, 1);
  dear.constraints.must = {2};
  support::expect_refusal([&] { curves(dear, {0.01, 5.0}); }, {"must-haves cost", "0.01"});
}

TEST(CostCurve, LeavesOutWhatIsNotDefined) {
  const auto problem = support::coverage_problem(20, 6, true, 1);
  const holdfast::Run run;
  const auto result = cost_curves(*problem.objective, priced(6, 1, 1), {2.0},
                                  algorithms({"greedy", "omp"}), Strong(), run);
  EXPECT_EQ(result.curves.size(), 1U);
  ASSERT_EQ(result.skipped.size(), 1U);
  EXPECT_EQ(result.skipped[0].algorithm, "omp");
}

}  // namespace
}  // namespace holdfast::tasks
