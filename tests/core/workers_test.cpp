#include "holdfast/core/workers.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace holdfast {
namespace {

class WorkersOf : public testing::TestWithParam<int> {};

TEST_P(WorkersOf, EveryPieceRunsExactlyOnce) {
  Workers workers(GetParam());
  EXPECT_EQ(workers.threads(), GetParam());
  for (const std::size_t pieces : {0U, 1U, 2U, 3U, 7U, 100U, 1000U}) {
    std::vector<std::atomic<int>> runs(pieces);
    workers.share(pieces, [&](std::size_t piece) { ++runs[piece]; });
    for (std::size_t piece = 0; piece < pieces; ++piece) EXPECT_EQ(runs[piece], 1) << piece;
  }
}

TEST_P(WorkersOf, TheFirstPieceIsTheCallers) {
  Workers workers(GetParam());
  for (int call = 0; call < 200; ++call) {
    std::thread::id first;
    workers.share(5, [&](std::size_t piece) {
      if (piece == 0) first = std::this_thread::get_id();
    });
    EXPECT_EQ(first, std::this_thread::get_id());
  }
}

/// Where the caller may run on fewer cores than there are threads, or moves from one to another.
TEST_P(WorkersOf, CallersMayBeBoundToCores) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  Workers workers(GetParam());
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &all)) continue;
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(core, &only);
    ASSERT_EQ(sched_setaffinity(0, sizeof only, &only), 0);
    std::atomic<int> runs = 0;
    workers.share(64, [&](std::size_t) { ++runs; });
    ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
    workers.share(64, [&](std::size_t) { ++runs; });
    EXPECT_EQ(runs, 128);
  }
}

TEST_P(WorkersOf, WritesOfPiecesAreVisibleAfterwards) {
  Workers workers(GetParam());
  // Plain memory on purpose: the return of share() must order these writes before the reads.
  std::vector<std::size_t> written(500);
  for (std::size_t round = 1; round <= 20; ++round) {
    workers.share(written.size(), [&](std::size_t piece) { written[piece] += piece * round; });
  }
  for (std::size_t piece = 0; piece < written.size(); ++piece)
    EXPECT_EQ(written[piece], piece * 210);
}

TEST_P(WorkersOf, RangesAreCoveredWithoutOverlap) {
  Workers workers(GetParam());
  for (const std::size_t count : {0U, 1U, 9U, 10U, 11U, 99U, 100U, 101U}) {
    std::vector<std::atomic<int>> visits(count);
    std::mutex mutex;
    std::set<std::size_t> begins;
    workers.share_range(count, 10, [&](std::size_t begin, std::size_t end) {
      EXPECT_LT(begin, end);
      EXPECT_LE(end - begin, 10U);
      for (std::size_t i = begin; i < end; ++i) ++visits[i];
      const std::lock_guard lock(mutex);
      begins.insert(begin);
    });
    for (const auto& visit : visits) EXPECT_EQ(visit, 1);
    // Chunks are fixed, whatever the number of threads.
    std::set<std::size_t> fixed;
    for (std::size_t begin = 0; begin < count; begin += 10) fixed.insert(begin);
    EXPECT_EQ(begins, fixed);
  }
}

TEST_P(WorkersOf, ManySmallCalls) {
  Workers workers(GetParam());
  std::atomic<long> total{0};
  for (int call = 0; call < 3000; ++call) {
    workers.share(3, [&](std::size_t piece) { total += static_cast<long>(piece); });
  }
  EXPECT_EQ(total, 3000L * 3);
}

TEST_P(WorkersOf, AnExceptionIsRethrownAndTheTeamContinues) {
  Workers workers(GetParam());
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> started{0};
    try {
      workers.share(40, [&](std::size_t piece) {
        ++started;
        if (piece == 5) throw std::runtime_error("piece " + std::to_string(piece));
      });
      FAIL() << "the exception was lost";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "piece 5");
    }
    EXPECT_LE(started, 40);
    std::atomic<int> after{0};
    workers.share(8, [&](std::size_t) { ++after; });
    EXPECT_EQ(after, 8);
  }
}

TEST_P(WorkersOf, WhenEveryPieceThrowsOneExceptionArrives) {
  Workers workers(GetParam());
  for (int round = 0; round < 50; ++round) {
    EXPECT_THROW(workers.share(20, [](std::size_t) { throw std::logic_error("each"); }),
                 std::logic_error);
  }
}

TEST_P(WorkersOf, ACallInsideATaskRunsOnTheCallingThread) {
  Workers workers(GetParam());
  std::atomic<int> inner_pieces{0};
  std::atomic<int> strangers{0};
  workers.share(6, [&](std::size_t) {
    const auto caller = std::this_thread::get_id();
    workers.share(5, [&](std::size_t) {
      ++inner_pieces;
      if (std::this_thread::get_id() != caller) ++strangers;
    });
  });
  EXPECT_EQ(inner_pieces, 30);
  EXPECT_EQ(strangers, 0);
}

TEST_P(WorkersOf, AnExceptionOfANestedCallPassesThrough) {
  Workers workers(GetParam());
  EXPECT_THROW(workers.share(4,
                             [&](std::size_t) {
                               workers.share(4,
                                             [](std::size_t) { throw std::out_of_range("deep"); });
                             }),
               std::out_of_range);
  std::atomic<int> after{0};
  workers.share(4, [&](std::size_t) { ++after; });
  EXPECT_EQ(after, 4);
}

INSTANTIATE_TEST_SUITE_P(Threads, WorkersOf, testing::Values(1, 2, 3, 8));

TEST(Workers, ManyTeamsComeAndGo) {
  for (int round = 0; round < 50; ++round) {
    Workers used(3);
    std::atomic<int> pieces{0};
    used.share(10, [&](std::size_t) { ++pieces; });
    EXPECT_EQ(pieces, 10);
    const Workers unused(3);
    EXPECT_EQ(unused.threads(), 3);
  }
}

TEST(Workers, TwoTeamsDoNotDisturbEachOther) {
  std::atomic<long> first{0};
  std::atomic<long> second{0};
  const auto work = [](std::atomic<long>& total) {
    Workers workers(2);
    for (int call = 0; call < 300; ++call) workers.share(10, [&](std::size_t) { ++total; });
  };
  std::thread other([&] { work(first); });
  work(second);
  other.join();
  EXPECT_EQ(first, 3000);
  EXPECT_EQ(second, 3000);
}

TEST(Workers, CallsFromSeveralThreadsAreAllServed) {
  Workers workers(2);
  std::atomic<long> total{0};
  std::vector<std::thread> callers;
  callers.reserve(3);
  for (int caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&] {
      for (int call = 0; call < 200; ++call) workers.share(5, [&](std::size_t) { ++total; });
    });
  }
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(total, 3L * 200 * 5);
}

TEST(Workers, NumberOfThreads) {
  EXPECT_GE(Workers(0).threads(), 1);
  EXPECT_EQ(Workers(0).threads(), Workers().threads());
  EXPECT_THROW(Workers(-1), std::invalid_argument);
  EXPECT_THROW(Workers(1'000'000), std::invalid_argument);
}

}  // namespace
}  // namespace holdfast
