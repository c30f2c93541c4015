// What every adversary promises: trivial cases, proofs, limits, options, threads, interrupts.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::expect_refusal;
using support::TestProblem;

class EveryAdversary : public testing::TestWithParam<support::ProblemMaker> {};

TEST_P(EveryAdversary, TrivialCasesAreProven) {
  const TestProblem problem = GetParam().make(4);
  const holdfast::Run run(support::run_options(2));
  const Items set{1, 0, 4, 3};
  const auto state = problem.objective->start_at(run, set);
  const auto empty = problem.objective->start(run);
  for (const auto& adversary : support::every_adversary()) {
    SCOPED_TRACE(adversary->name());
    const Deletion none = adversary->attack(*state, 0);
    EXPECT_TRUE(none.items.empty());
    EXPECT_NEAR(none.value, problem.definition(set), problem.allowed_error());
    EXPECT_TRUE(none.proven);
    for (const Item tau : {4, 5, 100}) {
      const Deletion all = adversary->attack(*state, tau);
      EXPECT_EQ(support::sorted(all.items), support::sorted(set));
      EXPECT_EQ(all.value, 0.0);
      EXPECT_TRUE(all.proven);
    }
    EXPECT_TRUE(adversary->attack(*empty, 3).items.empty());
    EXPECT_EQ(adversary->attack(*empty, 3).value, 0.0);
    expect_refusal([&] { adversary->attack(*state, -1); }, {"tau", "-1"});
    expect_refusal([&] { adversary->attacks(*state, -1); }, {"tau", "-1"});
    EXPECT_EQ(state->items(), set);
    for (const Item tau : {0, 2, 9}) {
      const auto tried = adversary->attacks(*state, tau);
      ASSERT_FALSE(tried.empty());
      for (const Deletion& one : tried) {
        EXPECT_GE(one.value, tried.front().value - problem.allowed_error());
      }
    }
  }
}

TEST_P(EveryAdversary, StopsWhenAsked) {
  const TestProblem problem = GetParam().make(4);
  std::atomic<bool> stop{false};
  holdfast::Run::Options options = support::run_options(2, 2);
  options.stop_requested = &stop;
  const holdfast::Run run(options);
  const auto state = problem.objective->start_at(run, Items{0, 1, 2, 3, 4, 5});
  for (const auto& adversary : support::every_adversary()) {
    SCOPED_TRACE(adversary->name());
    stop = true;
    EXPECT_THROW(adversary->attack(*state, 3), Interrupted);
    stop = false;
    EXPECT_NO_THROW(adversary->attack(*state, 3));
  }
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, EveryAdversary,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

class ThreadsDoNotMatter : public testing::TestWithParam<support::ProblemMaker> {};

TEST_P(ThreadsDoNotMatter, ToAdversaries) {
  std::vector<std::vector<Deletion>> by_threads;
  for (const int threads : {1, 2, 3}) {
    // A fresh objective each time, so that none can use what an earlier run cached.
    const TestProblem problem = GetParam().make(7);
    Random random(5, 1);
    const holdfast::Run run(support::run_options(4, threads));
    const auto state =
        problem.objective->start_at(run, support::random_set(random, problem.size(), 22));
    by_threads.emplace_back();
    for (const auto& adversary : support::every_adversary()) {
      const Item tau = adversary->name() == "exact" ? 2 : 6;
      by_threads.back().push_back(adversary->attack(*state, tau));
    }
  }
  for (std::size_t i = 0; i < by_threads[0].size(); ++i) {
    SCOPED_TRACE(by_threads[0][i].adversary);
    support::expect_identical(by_threads[1][i], by_threads[0][i]);
    support::expect_identical(by_threads[2][i], by_threads[0][i]);
  }
}

INSTANTIATE_TEST_SUITE_P(LargeProblems, ThreadsDoNotMatter,
                         testing::ValuesIn(support::large_problems()),
                         [](const auto& maker) { return maker.param.label; });

double size_of(std::span<const Item> set) { return static_cast<double>(set.size()); }

TEST(Exact, GivesAnIntervalBeyondItsLimit) {
  const FunctionObjective objective(60, size_of);
  const holdfast::Run run;
  const auto state = objective.start_at(run, support::ground_set(60));
  const Deletion open = Exact(1).attack(*state, 30);
  EXPECT_EQ(open.value, 30.0);
  EXPECT_FALSE(open.proven);
  EXPECT_GE(open.at_least, 0.999) << "31 parts of the 60 are not empty";
  EXPECT_LE(open.at_least, 30.0);
  // Two deletions are settled whatever the limit is.
  const Deletion two = Exact(1).attack(*state, 2);
  EXPECT_EQ(two.value, 58.0);
  EXPECT_TRUE(two.proven);
  EXPECT_EQ(two.at_least, two.value);
  // Nothing to search, however small the limit.
  EXPECT_EQ(Exact(1).attack(*state, 60).value, 0.0);
  EXPECT_EQ(Exact(1).attack(*state, 0).value, 60.0);
  expect_refusal([] { Exact{0}; }, {"0"});
  expect_refusal([] { Exact{-5}; }, {"-5"});
}

TEST(Adversaries, DeletingOneByOneMissesTheWorstPair) {
  // Items 0 and 1 replace each other, and together are worth 4; 2 and 3 are worth 1.5 each. An
  // adversary that deletes one by one misses that this pair is the worst deletion.
  const auto value = [](std::span<const Item> set) {
    double sum = 0.0;
    bool pair = false;
    for (const Item item : set) {
      pair = pair || item < 2;
      if (item >= 2) sum += 1.5;
    }
    return sum + (pair ? 4.0 : 0.0);
  };
  const FunctionObjective objective(4, value);
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{0, 1, 2, 3});
  EXPECT_EQ(GreedyMin().attack(*state, 2).value, 4.0);
  EXPECT_EQ(GreedyMin().attack(*state, 2).items, (Items{2, 3}));
  EXPECT_EQ(GreedyMax().attack(*state, 2).items, (Items{0, 2}));
  EXPECT_EQ(Exact().attack(*state, 2).value, 3.0);
  EXPECT_EQ(Exact().attack(*state, 2).items, (Items{0, 1}));
  const Deletion all = PaperAdversaries(0.1, 10).attack(*state, 2);
  EXPECT_LE(all.value, 4.0);
  EXPECT_NE(all.adversary, "paper") << "it names the adversary that found it";
}

TEST(Adversaries, OptionsOutOfRangeAreRefused) {
  expect_refusal([] { RandomGreedyMin{0}; }, {"repeats", "0"});
  expect_refusal([] { RandomGreedyMin{-1}; }, {"repeats", "-1"});
  expect_refusal([] { StochasticGreedyMin(0.1, 0); }, {"repeats"});
  for (const double epsilon : {0.0, 1.0, -0.5}) {
    expect_refusal([&] { StochasticGreedyMin(epsilon, 3); }, {"epsilon"});
    expect_refusal([&] { PaperAdversaries(epsilon, 3); }, {"epsilon"});
  }
}

TEST(Adversaries, NamesAreThePublicOnes) {
  EXPECT_EQ(GreedyMin().name(), "greedy-min");
  EXPECT_EQ(GreedyMax().name(), "greedy-max");
  EXPECT_EQ(RandomGreedyMin(1).name(), "random-greedy-min");
  EXPECT_EQ(StochasticGreedyMin(0.1, 1).name(), "stochastic-greedy-min");
  EXPECT_EQ(PaperAdversaries(0.1, 1).name(), "paper");
  EXPECT_EQ(Exact().name(), "exact");
}

TEST(Adversaries, SeedsDecideRandomAttacks) {
  const TestProblem problem = support::facility_location_problem(30, 12, 3);
  std::vector<Items> found;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const holdfast::Run run(support::run_options(seed));
    const auto state = problem.objective->start_at(run, support::ground_set(10));
    const Deletion once = RandomGreedyMin(1).attack(*state, 4);
    support::expect_identical(once, RandomGreedyMin(1).attack(*state, 4));
    found.push_back(once.items);
  }
  EXPECT_GT(std::count_if(found.begin(), found.end(),
                          [&](const Items& items) { return items != found.front(); }),
            0);
}

TEST(Adversaries, MoreRepeatsNeverLeaveMore) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const TestProblem problem = support::coverage_problem(40, 12, true, seed);
    const holdfast::Run run(support::run_options(seed));
    const auto state = problem.objective->start_at(run, support::ground_set(11));
    double before = problem.definition(support::ground_set(11));
    for (const int repeats : {1, 2, 5, 12}) {
      const double value = RandomGreedyMin(repeats).attack(*state, 4).value;
      EXPECT_LE(value, before);
      before = value;
    }
  }
}

}  // namespace
}  // namespace holdfast
