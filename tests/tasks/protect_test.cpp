// Protecting members of a set, against enumeration for every objective.

#include "holdfast/tasks/protect.hpp"

#include <gmock/gmock.h>

#include "holdfast/core/random.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/objectives/combined/given.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::tasks {
namespace {

using support::TestProblem;

/// min over E in S \ P, |E| = min(tau, |S \ P|), of f(S \ E).
double worst_value(const support::SetFunction& f, const Items& set, const Items& kept, Item tau) {
  const Items free = difference(set, kept);
  double worst = std::numeric_limits<double>::infinity();
  support::for_each_subset(free, std::min(support::at(tau), free.size()), [&](const Items& gone) {
    worst = std::min(worst, f.value(difference(set, gone)));
  });
  return worst;
}

double best_protection(const support::SetFunction& f, const Items& set, Item tau, Item most) {
  double best = 0.0;
  support::for_each_subset(set, std::min(support::at(most), set.size()), [&](const Items& kept) {
    best = std::max(best, worst_value(f, set, kept, tau));
  });
  return best;
}

class Protect : public testing::TestWithParam<support::ProblemMaker> {};

TEST_P(Protect, EqualsEnumeration) {
  const TestProblem problem = GetParam().make(3);
  const auto f = support::memoized(problem.size(), problem.definition);
  const holdfast::Run run;
  Random random(4);
  const Items set =
      support::random_set(random, problem.size(), support::at(std::min<Item>(problem.size(), 7)));
  for (const auto& [tau, most] : {std::pair<Item, Item>{1, 1}, {2, 1}, {2, 2}, {3, 2}, {2, 9}}) {
    SCOPED_TRACE(testing::Message() << "tau " << tau << ", protect " << most);
    const Protection found = protect(*problem.objective, set, tau, most, 0, run);
    const double wanted = best_protection(f, set, tau, most);
    EXPECT_TRUE(found.proven);
    EXPECT_LE(std::ssize(found.protected_items), most);
    EXPECT_NEAR(found.worst.value, wanted, problem.allowed_error());
    EXPECT_NEAR(found.worst.value, worst_value(f, set, found.protected_items, tau),
                problem.allowed_error());
    EXPECT_NEAR(found.at_most, wanted, problem.allowed_error());
    EXPECT_NEAR(found.unprotected.value, worst_value(f, set, {}, tau), problem.allowed_error());
    EXPECT_TRUE(difference(found.protected_items, set).empty());
  }
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, Protect,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& info) { return info.param.label; });

TEST(Protect, AnInterruptedSearchEnclosesTheBest) {
  const auto problem = support::coverage_problem(60, 14, true, 5);
  const auto f = support::memoized(problem.size(), problem.definition);
  const holdfast::Run run;
  const Items set = support::ground_set(14);
  const double wanted = best_protection(f, set, 3, 3);
  for (const std::int64_t budget : {1, 2, 5, 10, 20}) {
    const Protection found = protect(*problem.objective, set, 3, 3, budget, run);
    EXPECT_LE(found.attacks, budget + 1);
    EXPECT_LE(found.worst.value, wanted + 1e-9);
    EXPECT_GE(found.at_most, wanted - 1e-9);
    EXPECT_GE(found.worst.value, found.unprotected.value);
  }
}

TEST(Protect, NothingToProtectAgainst) {
  const auto problem = support::coverage_problem(20, 6, true, 1);
  const holdfast::Run run;
  const Items set{0, 1, 2};
  const Protection none = protect(*problem.objective, set, 0, 2, 0, run);
  EXPECT_TRUE(none.protected_items.empty());
  EXPECT_EQ(none.worst.value, none.intact);
  EXPECT_TRUE(none.proven);
  const Protection all = protect(*problem.objective, set, 5, 3, 0, run);
  EXPECT_EQ(all.worst.value, all.intact);
  const Protection nobody = protect(*problem.objective, set, 5, 0, 0, run);
  EXPECT_EQ(nobody.worst.value, 0.0);
  EXPECT_TRUE(protect(*problem.objective, Items{}, 1, 1, 0, run).proven);
}

TEST(Protect, RefusesWhatIsNotASet) {
  const auto problem = support::coverage_problem(20, 6, true, 1);
  const holdfast::Run run;
  support::expect_refusal(
      [&] {
        protect(*problem.objective, Items{1, 1}, 1, 1, 0, run);
      },
      {"item 1", "twice"});
  support::expect_refusal([&] { protect(*problem.objective, Items{1}, -1, 1, 0, run); }, {"-1"});
}

TEST(Protect, NothingIsProvenOfAFunctionThatFalls) {
  const FunctionObjective falling(5, [](std::span<const Item> set) {
    return set.empty() ? 0.0 : 9.0 - static_cast<double>(set.size());
  });
  const holdfast::Run run;
  EXPECT_FALSE(protect(falling, Items{0, 1, 2, 3, 4}, 2, 1, 0, run).proven);
}

/// f(K + T) - f(K) is an objective like any other.
TEST(Given, KeepsTheContract) {
  for (const auto& maker : support::problems_of_every_kind()) {
    SCOPED_TRACE(maker.label);
    const TestProblem base = maker.make(2);
    const holdfast::Run run;
    const Items kept{1, 3};
    const Items free = support::complement(base.size(), kept);
    TestProblem problem;
    problem.label = "given " + base.label;
    // Differences of values: as exact as f, not as what is left of it.
    problem.tolerance = 1e-6;
    problem.objective = std::make_shared<GivenObjective>(*base.objective, kept, free, run);
    problem.definition = [&, value = base.definition](std::span<const Item> set) {
      Items all = kept;
      for (const Item item : set) all.push_back(free[support::at(item)]);
      return value(all) - value(kept);
    };
    support::check_values(problem, 1);
    support::check_differences(problem, 1);
    support::check_clones(problem, 1);
  }
}

}  // namespace
}  // namespace holdfast::tasks
