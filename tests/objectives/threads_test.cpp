// Values, gains, losses and rankings are equal to the last bit for any number of threads.

#include <gtest/gtest.h>

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

TEST_P(ThreadsAgree, OnAnObjectiveThatServedBefore) {
  const support::TestProblem problem = GetParam().make(2);
  const auto first = support::transcript(problem, 1, 12, 8);
  EXPECT_TRUE(support::transcript(problem, 2, 12, 8) == first);
}

INSTANTIATE_TEST_SUITE_P(LargeProblems, ThreadsAgree, testing::ValuesIn(support::large_problems()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
