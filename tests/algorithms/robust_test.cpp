// beta-path and robust-swap: what they promise under the judge, determinism, budgets, stops.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <thread>

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/objectives/combined/grouped.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::TestProblem;

double judged(const TestProblem& problem, const Algorithm& algorithm, Problem asked,
              const holdfast::Run& run) {
  const Items items = algorithm.select(*problem.objective, asked, run).items();
  return Strong().attack(*problem.objective->start_at(run, items), asked.tau).value;
}

class Robust : public testing::TestWithParam<support::ProblemMaker> {};

TEST_P(Robust, BetaPathIsNeverWorseThanItsParts) {
  const TestProblem problem = GetParam().make(6);
  const holdfast::Run run(support::run_options(3));
  for (const Problem& asked : {Problem{4, 1}, Problem{5, 2}, Problem{6, 3}}) {
    const double path = judged(problem, BetaPath(), asked, run);
    const double error = problem.allowed_error();
    EXPECT_GE(path, judged(problem, Greedy(), asked, run) - error);
    EXPECT_GE(path, judged(problem, Oblivious(), asked, run) - error);
    for (Item guard = 0; guard <= asked.k; ++guard) {
      const double beta = static_cast<double>(guard) / asked.tau;
      EXPECT_GE(path, judged(problem, ObliviousGreedy(beta), asked, run) - error) << guard;
    }
  }
}

TEST_P(Robust, RobustSwapIsNeverWorseThanItsStartsNorBetterThanTheOptimum) {
  const TestProblem problem = GetParam().make(6);
  const holdfast::Run run(support::run_options(3));
  const RobustSwap search({500, 0.0, 50});
  const auto f = support::memoized(problem.size(), problem.definition);
  for (const Problem& asked : {Problem{4, 1}, Problem{5, 2}}) {
    const double error = problem.allowed_error();
    const double found = judged(problem, search, asked, run);
    EXPECT_GE(found, judged(problem, BetaPath(), asked, run) - error);
    if (ProGreedy().feasible(asked)) {
      EXPECT_GE(found, judged(problem, ProGreedy(), asked, run) - error);
    }
    const Items items = search.select(*problem.objective, asked, run).items();
    const double truth = support::worst_value(f, items, asked.tau);
    const double optimum = support::robust_optimum(f, asked.k, asked.tau);
    EXPECT_LE(truth, optimum + error);
    EXPECT_GE(truth, 0.8 * optimum) << "on a problem this small it should come close";
  }
}

TEST_P(Robust, FindsTheSameForAnyNumberOfThreads) {
  std::vector<Items> found;
  for (const int threads : {1, 2}) {
    const TestProblem problem = GetParam().make(2);
    const holdfast::Run run(support::run_options(8, threads));
    found.push_back(RobustSwap({200, 0.0, 10}).select(*problem.objective, {5, 2}, run).items());
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST_P(Robust, WalksFindTheSameForAnyNumberOfThreads) {
  std::vector<Selection> found;
  for (const int threads : {1, 2, 3}) {
    const TestProblem problem = GetParam().make(2);
    const holdfast::Run run(support::run_options(8, threads));
    const RobustSwap search({.budget = 300, .proof_nodes = 10, .walks = 3});
    found.push_back(search.select(*problem.objective, {5, 2}, run));
    const double path = judged(problem, BetaPath(), {5, 2}, run);
    EXPECT_GE(judged(problem, search, {5, 2}, run), path - problem.allowed_error());
  }
  EXPECT_EQ(found[0].items(), found[1].items());
  EXPECT_EQ(found[0].items(), found[2].items());
  EXPECT_EQ(found[0].evaluations, found[1].evaluations);
  EXPECT_EQ(found[0].evaluations, found[2].evaluations);
}

TEST_P(Robust, ConstraintsMayLeaveFewerItemsThanAreDeleted) {
  const TestProblem problem = GetParam().make(6);
  const holdfast::Run run(support::run_options(3));
  Problem asked{5, 3};
  asked.constraints.kinds = {{"all", 2}};
  asked.constraints.kind_of.assign(static_cast<std::size_t>(problem.size()), 0);
  EXPECT_EQ(BetaPath().select(*problem.objective, asked, run).items().size(), 2U);
  EXPECT_EQ(RobustSwap({50, 0.0, 10}).select(*problem.objective, asked, run).items().size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, Robust,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

class RobustSwapStop : public testing::TestWithParam<std::int64_t> {};

TEST_P(RobustSwapStop, ReturnsTheBestSoFar) {
  const TestProblem problem = support::facility_location_problem(40, 30, 3);
  std::atomic<bool> stop{false};
  holdfast::Run::Options options = support::run_options(1);
  options.stop_requested = &stop;
  double last = 0.0;
  options.on_progress = [&](const Progress& progress) {
    EXPECT_GE(progress.value, 0.0);
    if (progress.job != "robust-swap") return;
    EXPECT_GE(progress.value, last) << "the best worst case never falls";
    last = progress.value;
    stop = true;
  };
  const holdfast::Run run(options);
  const RobustSwap search({.budget = 1'000'000'000, .proof_nodes = 10, .walks = GetParam()});
  const Selection selection = search.select(*problem.objective, {8, 3}, run);
  EXPECT_EQ(selection.items().size(), 8U);
  EXPECT_EQ(selection.stopped, "interrupted: the best so far");
}

INSTANTIATE_TEST_SUITE_P(Walks, RobustSwapStop, testing::Values(1, 3));

/// The final check of these sets is a branch and bound, and some of them fall.
TEST(RobustSwap, ChecksTheSameSetsForAnyNumberOfThreads) {
  std::vector<Selection> found;
  for (const int threads : {1, 2, 4}) {
    const TestProblem problem =
        support::linear_problem({.rows = 60, .cols = 40}, 0.0, true, false, 5);
    const holdfast::Run run(support::run_options(8, threads));
    found.push_back(RobustSwap({.budget = 3000}).select(*problem.objective, {24, 12}, run));
  }
  EXPECT_EQ(found[0].items(), found[1].items());
  EXPECT_EQ(found[0].items(), found[2].items());
  EXPECT_EQ(found[0].evaluations, found[1].evaluations);
  EXPECT_EQ(found[0].evaluations, found[2].evaluations);
}

TEST(RobustSwap, EndsInTime) {
  const TestProblem problem = support::facility_location_problem(40, 30, 3);
  const holdfast::Run run;
  const Selection selection =
      RobustSwap({1'000'000'000, 0.2, 10}).select(*problem.objective, {8, 3}, run);
  EXPECT_LT(selection.seconds, 30.0);
}

TEST(RobustSwap, CallsFunctionsOfUsersOnTheirThreadOnly) {
  const auto caller = std::this_thread::get_id();
  const auto root_of_sum = [&](std::span<const Item> set) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    double sum = 0.0;
    for (const Item item : set) sum += item + 1;
    return std::sqrt(sum);
  };
  const auto function = std::make_shared<FunctionObjective>(12, root_of_sum);
  std::vector<Group> members;
  for (Item first = 0; first < 12; first += 2)
    members.push_back({std::to_string(first), {first, first + 1}});
  const GroupedObjective pairs(function, members);
  const holdfast::Run run(support::run_options(1, 3));
  const RobustSwap search({.budget = 300, .walks = 3});
  EXPECT_EQ(search.select(*function, {5, 2}, run).items().size(), 5U);
  EXPECT_EQ(search.select(pairs, {3, 1}, run).items().size(), 3U);
}

/// Fewer rows than items: eight columns explain everything, even without one of them. Rounding must
/// not decide between such sets.
TEST(RobustSwap, LeavesAPerfectChoiceAlone) {
  const holdfast::Run run;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const TestProblem problem =
        support::linear_problem({.rows = 6, .cols = 20}, 0.0, true, false, seed);
    const Problem asked{8, 1};
    EXPECT_EQ(RobustSwap({500, 0.0, 50}).select(*problem.objective, asked, run).items(),
              BetaPath().select(*problem.objective, asked, run).items());
  }
}

TEST(RobustSwap, RefusesNegativeBudgets) {
  support::expect_refusal([] { RobustSwap({-1, 0.0, 0}); }, {"budget", "-1"});
  support::expect_refusal([] { RobustSwap({0, -0.5, 0}); }, {"seconds", "-0.5"});
  support::expect_refusal([] { RobustSwap({.walks = 0}); }, {"walks", "0"});
  support::expect_refusal([] { RobustSwap({.walks = 1025}); }, {"walks", "1024", "1025"});
}

}  // namespace
}  // namespace holdfast
