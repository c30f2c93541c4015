#include "holdfast/core/run.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "holdfast/core/errors.hpp"

namespace holdfast {
namespace {

TEST(Run, ReportsItsOptions) {
  holdfast::Run::Options options;
  options.seed = 17;
  options.threads = 2;
  const holdfast::Run run(options);
  EXPECT_EQ(run.seed(), 17U);
  EXPECT_EQ(run.threads(), 2);
  EXPECT_EQ(holdfast::Run().seed(), 0U);
  EXPECT_GE(holdfast::Run().threads(), 1);
}

TEST(Run, PassesProgressOn) {
  std::vector<Progress> seen;
  holdfast::Run::Options options;
  options.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
  const holdfast::Run run(options);
  run.report({"greedy", 3, 10, 1.5});
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].job, "greedy");
  EXPECT_EQ(seen[0].done, 3);
  EXPECT_EQ(seen[0].total, 10);
  EXPECT_EQ(seen[0].value, 1.5);
  EXPECT_NO_THROW(holdfast::Run().report({"nobody listens", 0, 1, 0.0}));
}

TEST(Run, StopsWhenTheFlagIsSet) {
  std::atomic<bool> stop{false};
  holdfast::Run::Options options;
  options.stop_requested = &stop;
  const holdfast::Run run(options);
  EXPECT_NO_THROW(run.check_stop());
  stop = true;
  EXPECT_THROW(run.check_stop(), Interrupted);
}

TEST(Run, StopsWhenTheCallerSaysSo) {
  bool stop = false;
  holdfast::Run::Options options;
  options.should_stop = [&] { return stop; };
  const holdfast::Run run(options);
  EXPECT_NO_THROW(run.check_stop());
  stop = true;
  EXPECT_THROW(run.check_stop(), Interrupted);
  EXPECT_NO_THROW(holdfast::Run().check_stop());
}

}  // namespace
}  // namespace holdfast
