#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "tests/support/class_definition.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::ClassData;
using support::ClassShape;
using testing::HasSubstr;

template <class Error, class Action>
std::string complaint(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error of this kind";
}

ClassificationOptions with_ridge(double ridge, bool intercept = true) {
  ClassificationOptions options;
  options.ridge = ridge;
  options.intercept = intercept;
  return options;
}

TEST(ClassificationData, AreRefusedIfInconsistent) {
  const Matrix design(3, 2, {1, 2, 3, 4, 5, 6});
  const auto softmax = [&](std::vector<int> labels, int classes) {
    return complaint<InvalidInput>([&] { SoftmaxObjective(design, std::move(labels), classes); });
  };
  EXPECT_THAT(softmax({0, 1}, 2), HasSubstr("2 labels for 3 rows"));
  EXPECT_THAT(softmax({0, 0, 0}, 1), HasSubstr("at least two"));
  EXPECT_THAT(softmax({0, 1, 3}, 3), HasSubstr("row 2 has label 3"));
  EXPECT_THAT(softmax({0, 2, 0}, 3), HasSubstr("no row is of class 1"));
  EXPECT_THAT(complaint<InvalidInput>([&] {
                LogisticObjective(design, {1, 1, 1});
              }),
              HasSubstr("no row is of class 0"));
  const Matrix broken(2, 1, {1.0, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_THAT(complaint<InvalidInput>([&] {
                LogisticObjective(broken, {0, 1});
              }),
              HasSubstr("row 1"));
  EXPECT_THAT(complaint<InvalidInput>([&] { LogisticObjective(Matrix(0, 2, {}), {}); }),
              HasSubstr("0 rows"));
}

TEST(ClassificationOptions, OutOfRangeAreRefused) {
  const Matrix design(2, 1, {1, 2});
  for (const double ridge : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THAT(complaint<std::invalid_argument>([&] {
                  LogisticObjective(design, {0, 1}, with_ridge(ridge));
                }),
                HasSubstr("ridge"));
  }
  auto options = with_ridge(1.0);
  options.tolerance = 0.0;
  EXPECT_THAT(complaint<std::invalid_argument>([&] {
                LogisticObjective(design, {0, 1}, options);
              }),
              HasSubstr("tolerance"));
  EXPECT_THAT(complaint<std::invalid_argument>([&] {
                LogisticObjective(design, {0, 1}, {}, {"a", "b"});
              }),
              HasSubstr("2 names for 1 features"));
}

TEST(Classification, TwoClassSoftmaxWithTwiceTheRidgeIsLogistic) {
  const auto data = support::random_class_data({.rows = 50, .cols = 8}, 3);
  for (const bool intercept : {false, true}) {
    const LogisticObjective logistic(data.design, data.labels, with_ridge(0.7, intercept));
    const SoftmaxObjective softmax(data.design, data.labels, 2, with_ridge(1.4, intercept));
    const Items set{1, 4, 6};
    EXPECT_NEAR(logistic.value(set), softmax.value(set), 1e-10);
    EXPECT_EQ(logistic.largest_value(), softmax.largest_value());
  }
}

TEST(Classification, LargestValueIsThatOfTheBaseline) {
  const auto data = support::random_class_data({.rows = 30, .cols = 3, .classes = 3}, 1);
  const SoftmaxObjective plain(data.design, data.labels, 3, with_ridge(1.0, false));
  EXPECT_NEAR(*plain.largest_value(), 30.0 * std::log(3.0), 1e-12);
  double entropy = 0.0;
  for (int c = 0; c < 3; ++c) {
    const auto count = static_cast<double>(std::count(data.labels.begin(), data.labels.end(), c));
    entropy -= count * std::log(count / 30.0);
  }
  const SoftmaxObjective with_intercept(data.design, data.labels, 3);
  EXPECT_NEAR(*with_intercept.largest_value(), entropy, 1e-12);
}

/// Greedy on data that break careless solvers, each value checked against the definition.
class HardData : public testing::TestWithParam<double> {
 protected:
  void check(const ClassData& data, double tolerance) const {
    const bool logistic = data.classes == 2;
    for (const bool intercept : {false, true}) {
      const auto objective = support::make_objective(data, GetParam(), intercept, logistic);
      const auto f = support::class_definition(data, GetParam(), intercept, logistic);
      const auto selection = Greedy().select(*objective, {4, 0}, holdfast::Run());
      ASSERT_TRUE(std::isfinite(selection.value));
      EXPECT_NEAR(selection.value, f(selection.items()), tolerance * *objective->largest_value());
      EXPECT_NEAR(objective->value(selection.items()), selection.value,
                  tolerance * *objective->largest_value());
    }
  }
};

TEST_P(HardData, PerfectlySeparable) {
  Random random(1);
  std::vector<double> numbers;
  for (int i = 0; i < 5 * 40; ++i) numbers.push_back(random.normal());
  ClassData data{Matrix(40, 5, numbers), {}, 2};
  for (std::size_t i = 0; i < 40; ++i) data.labels.push_back(data.design(i, 2) > 0.0 ? 1 : 0);
  check(data, 1e-8);
}

TEST_P(HardData, MoreFeaturesThanRows) {
  check(support::random_class_data({.rows = 7, .cols = 20, .classes = 3}, 2), 1e-8);
}

TEST_P(HardData, OneRowOfAClass) {
  check(support::random_class_data({.rows = 40, .cols = 6, .classes = 3, .lonely = true}, 2), 1e-8);
}

TEST_P(HardData, ConstantZeroAndRepeatedFeatures) {
  check(support::random_class_data(
            {.rows = 40, .cols = 6, .duplicated = true, .constant = true, .zero = true}, 2),
        1e-8);
}

TEST_P(HardData, HugeAndTinyScales) {
  check(support::random_class_data({.rows = 40, .cols = 6, .scale_spread = 1e6}, 2), 1e-8);
  check(support::random_class_data({.rows = 40, .cols = 6, .classes = 3, .scale_spread = 1e-6}, 2),
        1e-8);
}

TEST_P(HardData, FeaturesFarFromZero) {
  auto data = support::random_class_data({.rows = 40, .cols = 5}, 2);
  std::vector<double> numbers(data.design.data(), data.design.data() + 200);
  const ClassData near{data.design, data.labels, 2};
  for (double& x : numbers) x += 1e6;
  data.design = Matrix(40, 5, numbers);
  // An intercept absorbs the shift.
  const auto far = support::make_objective(data, GetParam(), true, true);
  const auto close = support::make_objective(near, GetParam(), true, true);
  const Items set{0, 2, 4};
  EXPECT_NEAR(far->value(set), close->value(set), 1e-7 * *close->largest_value());
}

TEST_P(HardData, TwinsWhoseRidgeIsLostInRounding) {
  const auto data = support::random_class_data(
      {.rows = 40, .cols = 6, .classes = 3, .duplicated = true, .scale_spread = 1e9}, 2);
  std::vector<double> numbers(data.design.data(), data.design.data() + 240);
  std::copy(numbers.begin() + 80, numbers.begin() + 120, numbers.begin() + 200);
  const SoftmaxObjective objective(Matrix(40, 6, numbers), data.labels, 3, with_ridge(GetParam()));
  const holdfast::Run run;
  const auto selection = Greedy().select(objective, {6, 0}, run);
  EXPECT_NEAR(selection.value, objective.value(support::ground_set(6)),
              1e-8 * *objective.largest_value());
  EXPECT_NEAR(objective.value(Items{2, 5}), objective.value(Items{2}), 1e-8 * selection.value);
}

INSTANTIATE_TEST_SUITE_P(Ridges, HardData, testing::Values(1.0, 0.1, 0.01, 0.001));

TEST(Classification, FeaturesWithoutInformationHaveNoGain) {
  const auto data = support::random_class_data(
      {.rows = 40, .cols = 6, .classes = 3, .constant = true, .zero = true}, 5);
  const SoftmaxObjective objective(data.design, data.labels, 3);
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{0, 3});
  const auto gains = state->gains(Items{1, 2});
  EXPECT_NEAR(gains[0], 0.0, 1e-12 * *objective.largest_value());
  EXPECT_NEAR(gains[1], 0.0, 1e-12 * *objective.largest_value());
}

TEST(Classification, ATieBetweenEqualFeaturesGoesToTheLowest) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto data = support::random_class_data({.rows = 60, .cols = 40, .classes = 3}, seed);
    std::vector<double> numbers(data.design.data(), data.design.data() + 60 * 40);
    // Every feature occurs twice, and the twins are far apart.
    std::copy(numbers.begin(), numbers.begin() + 60 * 20, numbers.begin() + 60 * 20);
    const SoftmaxObjective objective(Matrix(60, 40, numbers), data.labels, 3);
    const auto first = Greedy().select(objective, {3, 0}, holdfast::Run()).items();
    for (std::size_t step = 0; step < first.size(); ++step) {
      const bool twin_in_set =
          std::find(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(step),
                    first[step] - 20) != first.begin() + static_cast<std::ptrdiff_t>(step);
      EXPECT_TRUE(first[step] < 20 || twin_in_set) << "seed " << seed << " step " << step;
    }
  }
}

TEST(Classification, ThreadsDoNotChangeAnything) {
  const auto data = support::random_class_data({.rows = 120, .cols = 90, .classes = 4}, 8);
  const SoftmaxObjective objective(data.design, data.labels, 4);
  const auto select = [&](int threads) {
    holdfast::Run::Options options;
    options.threads = threads;
    const holdfast::Run run(options);
    const auto selection = Greedy().select(objective, {8, 0}, run);
    std::vector<double> numbers{selection.value};
    for (const auto& step : selection.steps) {
      numbers.push_back(step.item);
      numbers.push_back(step.gain);
    }
    const auto state = objective.start_at(run, selection.items());
    for (const double loss : state->losses()) numbers.push_back(loss);
    return numbers;
  };
  EXPECT_EQ(select(1), select(3));
}

}  // namespace
}  // namespace holdfast
