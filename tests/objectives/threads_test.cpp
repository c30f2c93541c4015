// Values, gains, losses and rankings are equal to the last bit for any number of threads.

#include <gtest/gtest.h>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "tests/support/contract.hpp"

namespace holdfast {
namespace {

class ThreadsAgree : public testing::TestWithParam<support::ProblemMaker> {};

TEST_P(ThreadsAgree, ToTheLastBit) {
  const auto alone = support::transcript(GetParam().make(2), 1, 12, 8);
  for (const int threads : {2, 3}) {
    EXPECT_TRUE(support::transcript(GetParam().make(2), threads, 12, 8) == alone) << threads;
  }
}

TEST_P(ThreadsAgree, OnAnObjectiveThatWasUsedBefore) {
  const support::TestProblem problem = GetParam().make(2);
  const auto first = support::transcript(problem, 1, 12, 8);
  EXPECT_TRUE(support::transcript(problem, 2, 12, 8) == first);
}

/// The gains of all remaining items at each step of a walk along `path`, then after one step back.
std::vector<std::vector<double>> gains_along(const Objective& objective, const Items& path) {
  const Run run;
  const auto state = objective.start(run);
  const auto gains = [&] {
    Items left = objective.all_items();
    std::erase_if(left, [&](Item item) { return state->contains(item); });
    return state->gains(left);
  };
  std::vector<std::vector<double>> seen;
  for (const Item item : path) {
    seen.push_back(gains());
    state->add(item);
  }
  state->remove(path.front());
  seen.push_back(gains());
  return seen;
}

TEST_P(ThreadsAgree, AfterAWalkThatBeganTheSameWay) {
  const support::TestProblem used = GetParam().make(2);
  const support::TestProblem fresh = GetParam().make(2);
  const Items walk = Greedy().select(*used.objective, {9, 0}, holdfast::Run()).items();
  Items turned = walk;
  std::swap(turned[4], turned[7]);
  EXPECT_EQ(gains_along(*used.objective, walk), gains_along(*fresh.objective, walk));
  EXPECT_EQ(gains_along(*used.objective, turned),
            gains_along(*GetParam().make(2).objective, turned));
}

INSTANTIATE_TEST_SUITE_P(LargeProblems, ThreadsAgree, testing::ValuesIn(support::large_problems()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
