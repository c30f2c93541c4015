// The number of threads changes nothing, not even the last bit.

#include <gtest/gtest.h>

#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"

namespace holdfast {
namespace {

class ThreadsDoNotMatter : public testing::TestWithParam<support::ProblemMaker> {};

TEST_P(ThreadsDoNotMatter, ToAlgorithms) {
  const Problem asked{24, 3};
  std::vector<std::vector<Selection>> by_threads;
  for (const int threads : {1, 2, 3}) {
    // A fresh objective each time, so that none can use what an earlier run cached.
    const support::TestProblem problem = GetParam().make(7);
    const holdfast::Run run(support::run_options(4, threads));
    by_threads.emplace_back();
    for (const auto& algorithm : support::every_algorithm_for(*problem.objective)) {
      if (!algorithm->feasible(asked)) continue;
      by_threads.back().push_back(algorithm->select(*problem.objective, asked, run));
      EXPECT_EQ(by_threads.back().back().threads, threads);
    }
  }
  for (std::size_t i = 0; i < by_threads[0].size(); ++i) {
    SCOPED_TRACE(by_threads[0][i].algorithm);
    support::expect_identical(by_threads[1][i], by_threads[0][i]);
    support::expect_identical(by_threads[2][i], by_threads[0][i]);
  }
}

INSTANTIATE_TEST_SUITE_P(LargeProblems, ThreadsDoNotMatter,
                         testing::ValuesIn(support::large_problems()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
