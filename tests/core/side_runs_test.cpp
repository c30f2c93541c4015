#include "holdfast/core/side_runs.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "holdfast/core/errors.hpp"

namespace holdfast {
namespace {

TEST(SideRuns, HaveTheSeedAndOneThread) {
  holdfast::Run::Options options;
  options.seed = 17;
  options.threads = 3;
  const holdfast::Run run(options);
  SideRuns side(run);
  EXPECT_EQ(side.add().seed(), 17U);
  EXPECT_EQ(side.add().threads(), 1);
}

TEST(SideRuns, HearOfAStopFromTheThreadThatMayAsk) {
  const auto caller = std::this_thread::get_id();
  bool stop = false;
  holdfast::Run::Options options;
  options.should_stop = [&] {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    return stop;
  };
  const holdfast::Run run(options);
  SideRuns side(run);
  const holdfast::Run& here = side.add();
  const holdfast::Run& there = side.add();
  const auto goes_on_elsewhere = [&] {
    bool goes_on = true;
    std::thread([&] {
      try {
        there.check_stop();
      } catch (const Interrupted&) {
        goes_on = false;
      }
    }).join();
    return goes_on;
  };
  EXPECT_NO_THROW(here.check_stop());
  stop = true;
  EXPECT_TRUE(goes_on_elsewhere()) << "nobody has asked yet";
  EXPECT_NO_THROW(side.check_stop());
  EXPECT_THROW(here.check_stop(), Interrupted);
  EXPECT_FALSE(goes_on_elsewhere());
  EXPECT_THROW(side.check_stop(), Interrupted);
}

TEST(SideRuns, EndWhenTheyAreDropped) {
  const holdfast::Run run;
  SideRuns side(run);
  const holdfast::Run& part = side.add();
  side.drop();
  EXPECT_THROW(part.check_stop(), Interrupted);
  EXPECT_NO_THROW(side.check_stop()) << "the job itself was not asked to stop";
}

}  // namespace
}  // namespace holdfast
