#include "paper/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace holdfast::paper {
namespace {

TEST(MeanInterval, IsStudentsForThreeValues) {
  // s = 1, so the half width is t(2) / sqrt(3) with t(2) = 4.302652730 from the tables.
  const std::vector<double> values{1.0, 2.0, 3.0};
  const Interval interval = mean_interval(values);
  EXPECT_DOUBLE_EQ(interval.mean, 2.0);
  EXPECT_NEAR(interval.low, 2.0 - 4.302652730 / std::sqrt(3.0), 1e-8);
  EXPECT_NEAR(interval.high, 2.0 + 4.302652730 / std::sqrt(3.0), 1e-8);
  EXPECT_EQ(interval.n, 3U);
}

TEST(MeanInterval, UsesTheQuantileOfNineteenDegreesForTwentyTrials) {
  std::vector<double> values(20, 1.0);
  for (std::size_t i = 0; i < 10; ++i) values[i] = -1.0;
  // Mean 0, s^2 = 20/19; t(19) = 2.093024054.
  const Interval interval = mean_interval(values);
  EXPECT_NEAR(interval.high, 2.093024054 * std::sqrt(1.0 / 19.0), 1e-8);
  EXPECT_NEAR(interval.low, -interval.high, 1e-12);
}

TEST(MeanInterval, KnowsNothingAboutTheSpreadOfOneValue) {
  const std::vector<double> one{3.5};
  const Interval interval = mean_interval(one);
  EXPECT_EQ(interval.mean, 3.5);
  EXPECT_TRUE(std::isinf(interval.low) && interval.low < 0.0);
  EXPECT_TRUE(std::isinf(interval.high) && interval.high > 0.0);
}

TEST(MeanInterval, RefusesNoValues) {
  EXPECT_THROW(mean_interval(std::vector<double>{}), std::invalid_argument);
}

TEST(Median, OfOddAndEvenCounts) {
  EXPECT_EQ(median({3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median({4.0, 1.0, 3.0, 2.0}), 2.5);
  EXPECT_THROW(median({}), std::invalid_argument);
}

TEST(RelativeDifference, IsMeasuredByTheLarger) {
  EXPECT_DOUBLE_EQ(relative_difference(4.0, 3.0), 0.25);
  EXPECT_DOUBLE_EQ(relative_difference(3.0, 4.0), -0.25);
  EXPECT_EQ(relative_difference(0.0, 0.0), 0.0);
}

TEST(RelativeDifference, KeepsItsSignBelowZero) {
  EXPECT_DOUBLE_EQ(relative_difference(-1.0, -4.0), 0.75);
  EXPECT_DOUBLE_EQ(relative_difference(-4.0, -1.0), -0.75);
}

}  // namespace
}  // namespace holdfast::paper
