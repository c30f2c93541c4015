// Variance reduction, log-determinant and the kernels they are built from.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/trace/kernel.hpp"
#include "holdfast/objectives/trace/logdet.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using Shape = Kernel::Shape;
using support::expect_refusal;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
const Shape every_shape[] = {Shape::matern12, Shape::matern32, Shape::matern52,
                             Shape::squared_exponential, Shape::linear};

TEST(Kernels, MatricesAreTheFormulas) {
  const Matrix a = support::random_points(17, 4, 1);
  const Matrix b = support::random_points(23, 4, 2);
  for (const Shape shape : every_shape) {
    for (const double lengthscale : {0.3, 1.0, 7.0}) {
      const Kernel kernel{shape, lengthscale, 2.5};
      Workers workers(2);
      const Matrix got = kernel_matrix(kernel, a, b, workers);
      const Matrix wanted = support::kernel_matrix_by_definition(kernel, a, b);
      ASSERT_EQ(got.rows(), 17U);
      ASSERT_EQ(got.cols(), 23U);
      for (std::size_t i = 0; i < 17; ++i) {
        for (std::size_t j = 0; j < 23; ++j) {
          EXPECT_NEAR(got(i, j), wanted(i, j), 1e-12 * (1.0 + std::abs(wanted(i, j))));
        }
      }
      const auto variances = kernel_variances(kernel, a);
      const Matrix own = support::kernel_matrix_by_definition(kernel, a, a);
      ASSERT_EQ(variances.size(), 17U);
      for (std::size_t i = 0; i < 17; ++i) EXPECT_NEAR(variances[i], own(i, i), 1e-12 * own(i, i));
    }
  }
}

TEST(Kernels, OfPointsWithThemselvesAreSymmetricWithTheVarianceOnTheDiagonal) {
  // Far from the origin, where ||a||^2 + ||b||^2 - 2 a'b would lose the distance.
  std::vector<double> numbers;
  for (int i = 0; i < 12; ++i) numbers.push_back(1e6 + 0.25 * i);
  const Matrix points(6, 2, numbers);
  for (const Shape shape : every_shape) {
    if (shape == Shape::linear) continue;
    const Kernel kernel{shape, 1.0, 3.0};
    Workers workers(1);
    const Matrix k = kernel_matrix(kernel, points, points, workers);
    const Matrix wanted = support::kernel_matrix_by_definition(kernel, points, points);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(k(i, i), 3.0, 1e-12);
      for (std::size_t j = 0; j < 6; ++j) {
        EXPECT_EQ(k(i, j), k(j, i));
        EXPECT_NEAR(k(i, j), wanted(i, j), 1e-9);
      }
    }
  }
}

TEST(Kernels, RefuseInvalidInput) {
  const Matrix points = support::random_points(3, 2, 1);
  Workers workers(1);
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    expect_refusal(
        [&] {
          kernel_matrix({Shape::matern32, bad, 1.0}, points, points, workers);
        },
        {"lengthscale"});
    expect_refusal(
        [&] {
          kernel_matrix({Shape::matern32, 1.0, bad}, points, points, workers);
        },
        {"variance"});
  }
  expect_refusal(
      [&] {
        kernel_matrix({Shape::matern32, 1.0, 1.0}, points, support::random_points(3, 5, 1),
                      workers);
      },
      {"2", "5"});
  expect_refusal(
      [&] {
        kernel_matrix({Shape::matern32, 1.0, 1.0}, Matrix(1, 2, {0.0, nan}), points, workers);
      },
      {"row 0", "column 1"});
}

/// The kernel of the paper's appendix on three points, of which the third is the target.
VarianceReductionObjective three_points(double z, double s) {
  const double c = std::sqrt(1.0 - z * z);
  return {Matrix(2, 2, {1, c, c, 1}), Matrix(1, 2, {0, z * z}), {1.0}, s};
}

TEST(VarianceReduction, OfThePapersThreePoints) {
  const holdfast::Run run;
  for (int i = 1; i < 20; ++i) {
    for (const double s : {0.01, 0.1, 0.5, 1.0, 2.0, 10.0}) {
      const double z = i / 20.0;
      const auto objective = three_points(z, s);
      const double z4 = z * z * z * z;
      const double second = z4 / (1.0 + s);
      const double both = z4 * (1.0 + s) / ((1.0 + s) * (1.0 + s) - (1.0 - z * z));
      EXPECT_NEAR(objective.value(Items{0}), 0.0, 1e-12);
      EXPECT_NEAR(objective.value(Items{1}), second, 1e-12);
      EXPECT_NEAR(objective.value(Items{0, 1}), both, 1e-12);

      const auto state = objective.start(run);
      EXPECT_NEAR(state->gains(Items{0, 1})[1], second, 1e-12);
      const double first_alone = state->gains(Items{0})[0];
      state->add(1);
      const double first_after = state->gains(Items{0})[0];
      EXPECT_NEAR(first_after, both - second, 1e-12);
      EXPECT_GT(first_after, first_alone) << "not submodular";
      state->add(0);
      EXPECT_NEAR(state->value(), both, 1e-12);
      EXPECT_NEAR(state->losses()[0], both, 1e-12) << "without the second, nothing is left";
    }
  }
}

TEST(VarianceReduction, OfATargetThatIsObservedItself) {
  // One point, k(x,x) = v: posterior variance v s / (v + s), reduction v^2 / (v + s).
  for (const double v : {0.5, 1.0, 4.0}) {
    const VarianceReductionObjective objective(Matrix(1, 1, {v}), Matrix(1, 1, {v}), {v}, 0.25);
    EXPECT_NEAR(objective.value(Items{0}), v * v / (v + 0.25), 1e-14);
    EXPECT_EQ(*objective.largest_value(), v);
  }
}

TEST(VarianceReduction, OfPointsThatCoincide) {
  // Three observations of one point are one observation with a third of the noise.
  const Matrix ones(3, 3, std::vector<double>(9, 1.0));
  const VarianceReductionObjective objective(ones, Matrix(1, 3, {1, 1, 1}), {1.0}, 0.6);
  EXPECT_NEAR(objective.value(Items{0, 1, 2}), 1.0 / (1.0 + 0.2), 1e-13);
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{2, 0, 1});
  for (const double loss : state->losses()) {
    EXPECT_NEAR(loss, 1.0 / 1.2 - 1.0 / 1.3, 1e-13);
  }
}

TEST(VarianceReduction, SmallNoiseAndSmoothKernelsStayAccurate) {
  auto problem =
      support::variance_reduction_problem({Shape::squared_exponential, 3.0, 1.0}, 12, 9, 1e-6, 5);
  problem.tolerance = 1e-7;  // the kernel matrix has condition 1e6 and more
  support::check_differences(problem, 1);
  support::check_long_walk(problem, 200, 1);
}

TEST(VarianceReduction, ToleratesAVarianceThatRoundingMadeNegative) {
  const Matrix cross(1, 2, {0.5, 0.0});
  const VarianceReductionObjective rounded(Matrix(2, 2, {1, 0, 0, -1e-13}), cross, {1.0}, 1.0);
  const VarianceReductionObjective exact(Matrix(2, 2, {1, 0, 0, 0}), cross, {1.0}, 1.0);
  const Items both{0, 1};
  EXPECT_DOUBLE_EQ(rounded.value(both), exact.value(both));
}

TEST(VarianceReduction, RefusesInconsistentInput) {
  const Matrix own(2, 2, {1, 0.5, 0.5, 1});
  const Matrix cross(1, 2, {0.1, 0.2});
  for (const double noise : {0.0, -1.0, nan, infinity}) {
    expect_refusal([&] { VarianceReductionObjective(own, cross, {1.0}, noise); }, {"noise"});
  }
  expect_refusal(
      [&] {
        VarianceReductionObjective(Matrix(2, 1, {1, 1}), cross, {1.0}, 1.0);
      },
      {"2", "1"});
  expect_refusal(
      [&] {
        VarianceReductionObjective(own, Matrix(1, 3, {1, 1, 1}), {1.0}, 1.0);
      },
      {"3", "2"});
  expect_refusal([&] { VarianceReductionObjective(own, cross, {1.0, 2.0}, 1.0); }, {"1", "2"});
  expect_refusal(
      [&] {
        VarianceReductionObjective(Matrix(2, 2, {1, 0.5, 0.4, 1}), cross, {1.0}, 1.0);
      },
      {"symmetric"});
  expect_refusal(
      [&] {
        VarianceReductionObjective(Matrix(2, 2, {1, 0, 0, -1}), cross, {1.0}, 1.0);
      },
      {"1"});
  expect_refusal([&] { VarianceReductionObjective(own, cross, {1.0}, 1.0, {"a"}); }, {"names"});
  expect_refusal([&] { VarianceReductionObjective(own, cross, {1.0}, 1.0, {}, {7}); },
                 {"1 numbers", "2 candidates"});
  for (const double bad : {nan, infinity}) {
    expect_refusal(
        [&] {
          VarianceReductionObjective(Matrix(2, 2, {1, bad, bad, 1}), cross, {1.0}, 1.0);
        },
        {"row", "column"});
    expect_refusal(
        [&] {
          VarianceReductionObjective(own, Matrix(1, 2, {1, bad}), {1.0}, 1.0);
        },
        {"row 0", "column 1"});
    expect_refusal([&] { VarianceReductionObjective(own, cross, {bad}, 1.0); }, {"0"});
  }
}

TEST(LogDet, OfIndependentPointsAddsUp) {
  const LogDetObjective objective(Matrix(3, 3, {1, 0, 0, 0, 2, 0, 0, 0, 5}), 0.5);
  EXPECT_NEAR(objective.value(Items{0, 2}), std::log(3.0) + std::log(11.0), 1e-13);
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{0});
  EXPECT_NEAR(state->gains(Items{1, 2})[0], std::log(5.0), 1e-13);
  EXPECT_NEAR(state->gains(Items{1, 2})[1], std::log(11.0), 1e-13);
  state->add(2);
  EXPECT_NEAR(state->losses()[0], std::log(3.0), 1e-13);
}

TEST(LogDet, OfPointsThatCoincide) {
  const LogDetObjective objective(Matrix(3, 3, std::vector<double>(9, 1.0)), 0.5);
  EXPECT_NEAR(objective.value(Items{0, 1}), std::log(5.0), 1e-13);
  EXPECT_NEAR(objective.value(Items{0, 1, 2}), std::log(7.0), 1e-13);
}

TEST(LogDet, RefusesInconsistentInput) {
  const Matrix own(2, 2, {1, 0.5, 0.5, 1});
  for (const double noise : {0.0, -1.0, nan}) {
    expect_refusal([&] { LogDetObjective(own, noise); }, {"noise"});
  }
  expect_refusal([&] { LogDetObjective(Matrix(2, 1, {1, 1}), 1.0); }, {"2", "1"});
  expect_refusal([&] { LogDetObjective(Matrix(2, 2, {1, 0.5, 0.4, 1}), 1.0); }, {"symmetric"});
  expect_refusal([&] { LogDetObjective(Matrix(2, 2, {1, nan, nan, 1}), 1.0); }, {"row", "column"});
  EXPECT_EQ(LogDetObjective(own, 1.0, {"a", "b"}).item_name(1), "b");
}

}  // namespace
}  // namespace holdfast
