#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "tests/campaign/budget.hpp"
#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/problems.hpp"

#if defined(__SANITIZE_THREAD__)
#define HOLDFAST_UNDER_TSAN
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HOLDFAST_UNDER_TSAN
#endif
#endif

/// One process that does much at a time: many callers with a Run each, forks, stop requests.
namespace holdfast {
namespace {

using campaign::Budget;

constexpr std::size_t callers = 8;

/// What is selected from, shared by all callers; objectives are immutable.
const std::vector<support::TestProblem>& shared_problems() {
  static const std::vector<support::TestProblem> problems = [] {
    std::vector<support::TestProblem> made;
    made.push_back(support::linear_problem({.rows = 50, .cols = 24}, 0.5, true, false, 1));
    made.push_back(support::logdet_problem({Kernel::Shape::matern32, 1.0, 1.0}, 20, 0.5, 2));
    made.push_back(support::facility_location_problem(30, 20, 3));
    made.push_back(support::coverage_problem(60, 20, true, 4));
    return made;
  }();
  return problems;
}

/// The selection of this number: problem, algorithm, k, tau, seed and threads all follow from it.
double selected_value(std::uint64_t number) {
  const auto& problem = shared_problems()[number % shared_problems().size()];
  const auto algorithms = support::every_algorithm_for(*problem.objective);
  const auto& algorithm = algorithms[number / 4 % algorithms.size()];
  Problem asked;
  asked.tau = static_cast<Item>(number / 3 % 3);
  asked.k = static_cast<Item>(8 + number % 4);
  if (algorithm->guard_size(asked) > asked.k) asked.tau = 1;
  const holdfast::Run run(support::run_options(number % 5, 1 + static_cast<int>(number % 3)));
  const Selection chosen = algorithm->select(*problem.objective, asked, run);
  return chosen.value + static_cast<double>(chosen.items().front());
}

constexpr std::uint64_t kinds = 240;  // after so many numbers, nothing new comes

std::vector<double> values_of_one_thread() {
  std::vector<double> values;
  for (std::uint64_t number = 0; number < kinds; ++number) values.push_back(selected_value(number));
  return values;
}

std::size_t memory_in_use() {
#if defined(__GLIBC__) && !defined(HOLDFAST_UNDER_TSAN)
  return mallinfo2().uordblks;
#else
  return 0;
#endif
}

/// All callers at once, until `total` selections are made or time is up; returns how many were.
std::int64_t select_from_many_threads(const std::vector<double>& expected, std::int64_t total,
                                      std::atomic<int>& wrong) {
  std::atomic<std::int64_t> next{0};
  std::vector<std::thread> threads;
  for (std::size_t caller = 0; caller < callers; ++caller) {
    threads.emplace_back([&] {
      for (std::int64_t i = next++; i < total; i = next++) {
        const auto number = static_cast<std::uint64_t>(i) * 7 % kinds;
        if (selected_value(number) != expected[number]) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  return total;
}

TEST(Load, ManyThreadsSelectTheSameAsOneAndMemoryDoesNotGrow) {
  const Budget budget;
  const std::vector<double> expected = values_of_one_thread();
  std::atomic<int> wrong{0};
  const std::int64_t batch = budget.is_long() ? 2000 : 240;
  std::int64_t selections = select_from_many_threads(expected, batch, wrong);  // fills the pools
  const std::size_t before = memory_in_use();
  do {
    selections += select_from_many_threads(expected, batch, wrong);
  } while (budget.is_long() && !budget.is_over());
  EXPECT_EQ(wrong, 0);
  constexpr std::size_t slack = std::size_t{1} << 20U;  // arenas of threads that have ended
  EXPECT_LE(memory_in_use(), before + slack);
  Budget::count("selections from 8 threads", selections);
#ifdef HOLDFAST_UNDER_TSAN
  Budget::count("selections from 8 threads, under the thread sanitizer", selections);
#endif
}

#ifndef HOLDFAST_UNDER_TSAN  // which cannot follow a fork of a process with threads
/// As Python's multiprocessing does: forks while other threads select, and selects in the child.
TEST(Load, ForksInTheMiddleOfSelectionsSelectTheSame) {
  const Budget budget;
  const std::vector<double> expected = values_of_one_thread();
  std::atomic<bool> over{false};
  std::thread busy([&] {
    for (std::uint64_t number = 0; !over; ++number) static_cast<void>(selected_value(number));
  });
  const int forks = budget.is_long() ? 200 : 5;
  for (int fork_number = 0; fork_number < forks; ++fork_number) {
    const auto number = static_cast<std::uint64_t>(fork_number) * 11 % kinds;
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(120);  // a child that hangs ends too
      _exit(selected_value(number) == expected[number] ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  over = true;
  busy.join();
  Budget::count("forks during selections", forks);
}
#endif

TEST(Load, StopRequestsAtRandomMomentsLeaveNothingBehind) {
  const Budget budget;
  const std::vector<double> expected = values_of_one_thread();
  Random random(budget.seed(), 99);
  const auto problem = support::linear_problem({.rows = 200, .cols = 150}, 0.0, true, false, 7);
  const auto algorithms = support::every_algorithm_for(*problem.objective);
  int stopped = 0;
  int requests = 0;
  for (; requests < 40 || (budget.is_long() && !budget.is_over()); ++requests) {
    std::atomic<bool> stop{false};
    holdfast::Run::Options options;
    options.threads = 1 + static_cast<int>(random.below(3));
    options.stop_requested = &stop;
    const holdfast::Run run(options);
    const auto& algorithm = algorithms[random.below(algorithms.size())];
    const Problem asked{50, 5};
    if (algorithm->guard_size(asked) > asked.k) continue;
    const auto moment = std::chrono::microseconds(random.below(500));
    std::thread later([&] {
      std::this_thread::sleep_for(moment);
      stop = true;
    });
    try {
      const Selection chosen = algorithm->select(*problem.objective, asked, run);
      EXPECT_LE(chosen.items().size(), 50U);
      if (chosen.interrupted()) ++stopped;
    } catch (const Interrupted&) {
      ++stopped;
    }
    later.join();
    const auto number = random.below(kinds);
    EXPECT_EQ(selected_value(number), expected[number]);
  }
  EXPECT_GT(stopped, 0);
  Budget::count("stop requests in the process", requests);
  Budget::count("stop requests in the process that ended the work", stopped);
}

}  // namespace
}  // namespace holdfast
