#include "holdfast/objectives/trace/linear.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::expect_refusal;
using support::LinearShape;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
const LinearOptions plain{.ridge = 0.0, .intercept = false, .threads = 1};
const LinearOptions centered{.ridge = 0.0, .intercept = true, .threads = 1};

TEST(Linear, OrthogonalColumnsAddUp) {
  // Columns 3 e_i and y = (1, ..., 5): f(S) is the sum of y_i^2 over S, whatever the lengths of the
  // columns.
  std::vector<double> numbers(25, 0.0);
  for (std::size_t i = 0; i < 5; ++i) numbers[6 * i] = 3.0;
  const LinearObjective objective(Matrix(5, 5, numbers), {1, 2, 3, 4, 5}, plain);
  support::for_each_subset(support::ground_set(5), 3, [&](const Items& set) {
    double sum = 0.0;
    for (const Item item : set) sum += (item + 1.0) * (item + 1.0);
    EXPECT_NEAR(objective.value(set), sum, 1e-12);
  });
  EXPECT_NEAR(*objective.largest_value(), 55.0, 1e-12);
  const auto chosen = Greedy().select(objective, {3, 0}, holdfast::Run());
  EXPECT_EQ(chosen.items(), (Items{4, 3, 2}));
}

TEST(Linear, RidgeShrinksASingleColumnAsTheFormulaSays) {
  // f({0}) = (x'y)^2 / (x'x + ridge) = 11^2 / (5 + ridge).
  for (const double ridge : {0.0, 0.5, 10.0}) {
    const LinearObjective objective(Matrix(2, 1, {1, 2}), {3, 4},
                                    {.ridge = ridge, .intercept = false, .threads = 1});
    EXPECT_NEAR(objective.value(Items{0}), 121.0 / (5.0 + ridge), 1e-12);
  }
}

TEST(Linear, InterceptIsCentering) {
  const auto data = support::random_linear_data({.rows = 25, .cols = 6}, 3);
  std::vector<double> numbers(data.design.data(), data.design.data() + 25 * 6);
  std::vector<double> shifted = numbers;
  for (std::size_t j = 0; j < 6; ++j) {
    double mean = 0.0;
    for (std::size_t i = 0; i < 25; ++i) mean += numbers[j * 25 + i] / 25.0;
    for (std::size_t i = 0; i < 25; ++i) {
      numbers[j * 25 + i] -= mean;
      shifted[j * 25 + i] += 100.0 * static_cast<double>(j + 1);
    }
  }
  auto response = data.response;
  double mean = 0.0;
  for (const double y : response) mean += y / 25.0;
  for (double& y : response) y -= mean;
  auto shifted_response = data.response;
  for (double& y : shifted_response) y -= 1234.5;

  const LinearObjective with(data.design, data.response, centered);
  const LinearObjective by_hand(Matrix(25, 6, numbers), response, plain);
  const LinearObjective moved(Matrix(25, 6, shifted), shifted_response, centered);
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const Items set = support::random_set(random, 6, random.below(7));
    EXPECT_NEAR(with.value(set), by_hand.value(set), 1e-10);
    EXPECT_NEAR(with.value(set), moved.value(set), 1e-8);
  }
  EXPECT_NEAR(*with.largest_value(), *by_hand.largest_value(), 1e-10);
}

TEST(Linear, ColumnsWithoutANewDirectionGainAndLoseNothing) {
  const auto problem = support::linear_problem(
      {.duplicated = true, .dependent = true, .constant = true, .zero = true}, 0.0, true, false, 5);
  const Item dependent = 8;
  const Item duplicate = 9;
  const holdfast::Run run;
  const auto state = problem.objective->start(run);
  EXPECT_EQ(state->gains(Items{3, 4}), (std::vector<double>{0.0, 0.0})) << "constant and zero";
  for (const Item item : {0, 1, 2}) state->add(item);
  for (const double gain : state->gains(Items{dependent, duplicate, 3, 4})) EXPECT_EQ(gain, 0.0);

  const double before = state->value();
  for (const Item item : {dependent, duplicate, Item{3}, Item{4}}) state->add(item);
  EXPECT_NEAR(state->value(), before, problem.allowed_error());
  // Column 0 or its twin, and one of 1, 2 and their sum, can be removed without loss.
  for (const double loss : state->losses()) EXPECT_NEAR(loss, 0.0, problem.allowed_error());
  state->remove(0);
  EXPECT_NEAR(state->value(), before, problem.allowed_error()) << "the twin stepped in";
  state->remove(1);
  EXPECT_NEAR(state->value(), before, problem.allowed_error()) << "the sum stepped in";
  state->remove(duplicate);
  EXPECT_LT(state->value(), before - 1e-3) << "now nothing replaces column 0";
}

TEST(Linear, AConstantColumnCountsWithoutIntercept) {
  const auto problem = support::linear_problem({.constant = true}, 0.0, false, false, 5);
  EXPECT_GT(problem.objective->value(Items{3}), 1e-3);
}

TEST(Linear, LengthsOfColumnsDoNotMatterWithoutRidge) {
  const auto data = support::random_linear_data({.rows = 30, .cols = 8, .correlation = 0.5}, 7);
  std::vector<double> numbers(data.design.data(), data.design.data() + 30 * 8);
  for (std::size_t j = 0; j < 8; ++j) {
    const double factor = std::pow(10.0, 4.0 * (static_cast<double>(j % 5) - 2.0));
    for (std::size_t i = 0; i < 30; ++i) numbers[j * 30 + i] *= factor;
  }
  const LinearObjective natural(data.design, data.response, centered);
  const LinearObjective scaled(Matrix(30, 8, numbers), data.response, centered);
  const double error = 1e-9 * *natural.largest_value();
  const holdfast::Run run;
  const auto a = natural.start(run);
  const auto b = scaled.start(run);
  for (Item item = 0; item < 8; ++item) {
    const Items rest = support::complement(8, a->items());
    const auto gains = a->gains(rest);
    const auto others = b->gains(rest);
    for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_NEAR(gains[i], others[i], error);
    a->add(item);
    b->add(item);
  }
}

TEST(Linear, NearlyCollinearColumnsKeepTheirDirections) {
  // Each column is the previous one plus a thousandth of something new.
  const auto problem = support::linear_problem(
      {.rows = 40, .cols = 8, .correlation = std::sqrt(1.0 - 1e-6)}, 0.0, true, false, 3);
  support::TestProblem loose = problem;
  loose.tolerance = 1e-6;
  support::check_differences(loose, 1);
  support::check_long_walk(loose, 200, 1);
}

TEST(Linear, SetsThatJustReachFullRank) {
  // Square systems of random numbers: some are nearly singular, and the Gram matrix squares that.
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto problem = support::linear_problem({.rows = 6, .cols = 11}, 0.0, true, false, seed);
    problem.tolerance = 1e-6;
    support::check_differences(problem, seed);
    support::check_long_walk(problem, 200, seed);
  }
}

TEST(Linear, LongWalkOverManyItemsDoesNotDrift) {
  for (const bool wide : {false, true}) {
    auto problem = support::linear_problem(
        {.rows = wide ? std::size_t{15} : std::size_t{60}, .cols = 30, .correlation = 0.6}, 0.0,
        true, false, 9);
    problem.tolerance = wide ? 1e-6 : 1e-9;
    support::check_long_walk(problem, 400, 2);
  }
}

TEST(Linear, SparseAndDenseInputAgree) {
  for (const bool intercept : {false, true}) {
    const LinearShape shape{.rows = 30, .cols = 9, .sparse = true};
    const auto dense = support::linear_problem(shape, 0.0, intercept, false, 4);
    const auto sparse = support::linear_problem(shape, 0.0, intercept, true, 4);
    const holdfast::Run run;
    const auto chosen = Greedy().select(*dense.objective, {9, 0}, run);
    EXPECT_EQ(Greedy().select(*sparse.objective, {9, 0}, run).items(), chosen.items());
    EXPECT_NEAR(*sparse.objective->largest_value(), *dense.objective->largest_value(), 1e-9);
  }
}

TEST(Linear, FitSolvesTheNormalEquations) {
  for (const bool intercept : {false, true}) {
    for (const double ridge : {0.0, 2.0}) {
      const auto data = support::random_linear_data({.rows = 30, .cols = 6}, 11);
      const LinearObjective objective(data.design, data.response,
                                      {.ridge = ridge, .intercept = intercept, .threads = 1});
      const Items set{4, 1, 5};
      const auto weights = objective.fit(set);
      ASSERT_EQ(weights.size(), 4U);
      if (!intercept) {
        EXPECT_EQ(weights[3], 0.0);
      }
      std::vector<double> residual = data.response;
      for (std::size_t i = 0; i < 30; ++i) {
        residual[i] -= weights[3];
        for (std::size_t m = 0; m < 3; ++m) {
          residual[i] -= weights[m] * data.design(i, support::at(set[m]));
        }
      }
      double sum = 0.0;
      for (const double r : residual) sum += r;
      if (intercept) {
        EXPECT_NEAR(sum, 0.0, 1e-10);
      }
      for (std::size_t m = 0; m < 3; ++m) {
        double product = 0.0;
        for (std::size_t i = 0; i < 30; ++i) {
          product += residual[i] * data.design(i, support::at(set[m]));
        }
        EXPECT_NEAR(product, ridge * weights[m], 1e-9) << "column " << set[m];
      }
    }
  }
}

TEST(Linear, FitGivesNoWeightToAColumnThatAddsNothing) {
  const auto problem =
      support::random_linear_data({.rows = 20, .cols = 6, .duplicated = true, .zero = true}, 2);
  const LinearObjective objective(problem.design, problem.response, centered);
  const auto weights = objective.fit(Items{0, 5, 4});
  EXPECT_EQ(weights[1], 0.0) << "the twin of the first";
  EXPECT_EQ(weights[2], 0.0) << "all zeros";
}

TEST(Linear, NamesTheCellThatIsNotFinite) {
  for (const double bad : {nan, infinity, -infinity}) {
    const std::vector<double> response{1, 2, 3};
    const Matrix dense(3, 2, {1, 2, 3, 4, bad, 6});
    EXPECT_THROW(LinearObjective(dense, response), InvalidInput);
    expect_refusal([&] { LinearObjective(dense, response); }, {"row 1", "column 1"});
    const SparseMatrix sparse(3, 2, {0, 1, 2}, {0, 2}, {1, bad});
    expect_refusal([&] { LinearObjective(sparse, response); }, {"row 2", "column 1"});
    expect_refusal([&] { LinearObjective(Matrix(3, 1, {1, 2, 3}), {1, bad, 3}); }, {"1"});
  }
}

TEST(Linear, RefusesInconsistentInput) {
  const Matrix design(3, 2, {1, 2, 3, 4, 5, 6});
  expect_refusal([&] { LinearObjective(design, {1, 2}); }, {"3", "2"});
  expect_refusal([&] { LinearObjective(design, {1, 2, 3, 4}); }, {"3", "4"});
  expect_refusal([&] { LinearObjective(design, {1, 2, 3}, {.ridge = -1.0}); }, {"ridge", "-1"});
  expect_refusal([&] { LinearObjective(design, {1, 2, 3}, {.ridge = nan}); }, {"ridge"});
  expect_refusal([&] { LinearObjective(design, {1, 2, 3}, {.ridge = infinity}); }, {"ridge"});
  expect_refusal([&] { LinearObjective(design, {1, 2, 3}, {}, {"only one"}); }, {"names", "1"});
}

TEST(Linear, NamesOfItems) {
  const Matrix design(3, 2, {1, 2, 3, 4, 5, 7});
  const LinearObjective named(design, {1, 2, 4}, {}, {"age", "income"});
  EXPECT_EQ(named.item_name(1), "income");
  EXPECT_EQ(LinearObjective(design, {1, 2, 4}).item_name(1), "1");
}

TEST(Linear, DegenerateData) {
  const holdfast::Run run;
  // A constant response leaves nothing to explain; neither does one row with an intercept.
  const LinearObjective flat(Matrix(3, 2, {1, 2, 4, 3, 1, 5}), {2, 2, 2}, centered);
  const LinearObjective one_row(Matrix(1, 2, {1, 2}), {5}, centered);
  for (const LinearObjective* objective : {&flat, &one_row}) {
    const auto chosen = Greedy().select(*objective, {2, 1}, run);
    EXPECT_EQ(chosen.items(), (Items{0, 1}));
    EXPECT_NEAR(chosen.value, 0.0, 1e-12);
    EXPECT_NEAR(*objective->largest_value(), 0.0, 1e-12);
  }
  const LinearObjective zeros(Matrix(2, 3, std::vector<double>(6, 0.0)), {1, 2}, plain);
  EXPECT_EQ(Greedy().select(zeros, {2, 0}, run).items(), (Items{0, 1}));
  EXPECT_EQ(zeros.value(Items{0, 1, 2}), 0.0);
  const LinearObjective no_columns(Matrix(2, 0, {}), {1, 2}, plain);
  EXPECT_EQ(Greedy().select(no_columns, {2, 0}, run).steps.size(), 0U);
}

/// A game takes the matrix of its items by whole columns or entry by entry: the bits are the same.
TEST(Linear, SquaresHaveTheBitsOfBlocks) {
  const auto problem = support::linear_problem({.rows = 50, .cols = 30}, 0.5, true, false, 3);
  const auto* oracle = problem.objective->structure().as<TraceOracle>();
  ASSERT_NE(oracle, nullptr);
  Workers workers(2);
  for (const Items& items : {Items{29, 3, 11}, problem.objective->all_items()}) {
    std::vector<double> square(items.size() * items.size());
    std::vector<double> block(square.size());
    oracle->block(items, items, block);
    oracle->square(items, square, workers);
    EXPECT_EQ(square, block);
  }
}

}  // namespace
}  // namespace holdfast
