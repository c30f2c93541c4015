#include "holdfast/theory/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "holdfast/attacks/paper_adversaries.hpp"
#include "tests/support/certificate_checks.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/small_functions.hpp"

namespace holdfast {
namespace {

using support::ProblemMaker;
using support::TestProblem;

/// Says no to everything.
class Refusing : public Adversary {
 public:
  std::string name() const override { return "refusing"; }

 private:
  Deletion do_attack(const State& /*state*/, Item /*tau*/) const override {
    throw std::invalid_argument("refusing does not attack");
  }
};

class EveryKind : public testing::TestWithParam<ProblemMaker> {};

TEST_P(EveryKind, NoBoundIsBelowTheRobustOptimum) {
  support::expect_no_bound_below_the_optimum(GetParam());
}

TEST_P(EveryKind, TheIntervalHoldsTheWorstCase) {
  support::expect_the_interval_to_hold_the_worst_case(GetParam());
}

TEST_P(EveryKind, TheShareIsTrue) { support::expect_the_share_to_be_true(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Certificates, EveryKind,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& made) { return made.param.label; });

TEST(Certificate, EveryWayToBoundIsTaken) {
  const small::TestRun run(1);
  std::set<std::string> methods;
  for (const ProblemMaker& maker : support::problems_of_every_kind()) {
    const TestProblem problem = maker.make(6);
    for (const OptimumBound& bound : bound_optimum(*problem.objective, {4, 1}, run))
      methods.insert(bound.method);
  }
  EXPECT_EQ(methods, (std::set<std::string>{"enumeration", "everything", "gains", "lagrangian",
                                            "largest value", "relaxation"}));
}

TEST(Certificate, TheRelaxationIsFarBelowEverything) {
  const small::TestRun run(1);
  const auto problem =
      support::linear_problem({.rows = 300, .cols = 40, .correlation = 0.5}, 0.0, true, false, 7);
  const auto bounds = bound_optimum(*problem.objective, {12, 3}, run);
  std::map<std::string, double> least;
  for (const OptimumBound& bound : bounds) least.try_emplace(bound.method, bound.value);
  EXPECT_LT(least.at("relaxation"), 0.9 * least.at("everything"));
  EXPECT_EQ(bounds.front().method, "relaxation");
  EXPECT_EQ(bounds.front().without.size(), 3U);
}

TEST(Certificate, ADeletionHelpsTheBound) {
  const small::TestRun run(1);
  const auto problem = support::facility_location_problem(60, 40, 8);
  double with = 0.0;
  double plain = 0.0;
  for (const OptimumBound& bound : bound_optimum(*problem.objective, {8, 3}, run)) {
    if (bound.method != "gains") continue;
    double& least = bound.without.empty() ? plain : with;
    if (least == 0.0) least = bound.value;
  }
  EXPECT_LT(with, plain);
}

TEST(Certificate, ThreadsDoNotChangeIt) {
  const auto problem =
      support::linear_problem({.rows = 200, .cols = 60, .correlation = 0.7}, 0.0, true, false, 9);
  std::vector<double> values;
  for (const int threads : {1, 2}) {
    const small::TestRun run(threads);
    values.push_back(bound_optimum(*problem.objective, {10, 2}, run).front().value);
  }
  EXPECT_EQ(values[0], values[1]);
}

TEST(Certificate, PartsAreDisjointAndEven) {
  const small::TestRun run(1);
  const auto problem = support::coverage_problem(60, 12, false, 10);
  const auto state = problem.objective->start_at(run, problem.objective->all_items());
  const auto parts = even_parts(*state, 3);
  ASSERT_EQ(parts.size(), 4U);
  std::set<Item> seen;
  double least = std::numeric_limits<double>::infinity();
  double most = 0.0;
  for (const Items& part : parts) {
    for (const Item item : part) EXPECT_TRUE(seen.insert(item).second);
    least = std::min(least, problem.definition(part));
    most = std::max(most, problem.definition(part));
  }
  EXPECT_EQ(seen.size(), 12U);
  EXPECT_GT(least, 0.6 * most);
  EXPECT_TRUE(even_parts(*problem.objective->start_at(run, Items{1, 2}), 2).empty());
}

TEST(Certificate, RefusesWhatMakesNoSense) {
  const small::TestRun run(1);
  const auto problem = support::coverage_problem(20, 6, false, 11);
  const GreedyMin greedy;
  const Adversary* adversaries[] = {&greedy};
  const Items set{0, 1, 2};
  EXPECT_THROW(certify(*problem.objective, set, {2, 1}, adversaries, run), std::invalid_argument);
  EXPECT_THROW(certify(*problem.objective, set, {3, -1}, adversaries, run), std::invalid_argument);
  EXPECT_THROW(certify(*problem.objective, Items{0, 0}, {3, 1}, adversaries, run),
               std::invalid_argument);
  EXPECT_THROW(certify(*problem.objective, set, {3, 1}, {}, run), std::invalid_argument);
}

TEST(Certificate, NothingCanBeKept) {
  const small::TestRun run(1);
  const auto problem = support::coverage_problem(20, 6, false, 12);
  const GreedyMin greedy;
  const Adversary* adversaries[] = {&greedy};
  const auto found = certify(*problem.objective, Items{0, 1}, {2, 2}, adversaries, run);
  EXPECT_EQ(found.optimum_upper(), 0.0);
  EXPECT_EQ(found.worst_case.upper, 0.0);
  EXPECT_EQ(found.proven_share(), 1.0);
  EXPECT_FALSE(found.promised.guarantee);
  EXPECT_NE(found.promised.why.find("tau >= k"), std::string::npos);
}

TEST(Certificate, AnAdversaryThatRefusesIsHeard) {
  const small::TestRun run(1);
  const auto problem = support::coverage_problem(20, 10, false, 13);
  const GreedyMin greedy;
  const Refusing refusing;
  const auto state = problem.objective->start_at(run, problem.objective->all_items());
  const Adversary* both[] = {&greedy, &refusing};
  const WorstCase found = bound_worst_case(*state, 3, both);
  EXPECT_EQ(found.attacks.size(), 1U);
  ASSERT_EQ(found.refused.size(), 1U);
  EXPECT_NE(found.refused.front().find("refusing"), std::string::npos);
  const Adversary* only[] = {&refusing};
  EXPECT_THROW(bound_worst_case(*state, 3, only), std::invalid_argument);
}

}  // namespace
}  // namespace holdfast
