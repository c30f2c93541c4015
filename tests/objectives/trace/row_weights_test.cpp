#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/core/random.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

/// Linear regression with weights of rows, and with several responses.
namespace holdfast {
namespace {

struct Case {
  const char* label;
  double ridge;
  bool intercept;
  bool sparse;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

constexpr std::size_t rows = 30;
constexpr std::size_t cols = 8;

class LinearRows : public testing::TestWithParam<Case> {
 protected:
  LinearRows()
      : data_(support::random_linear_data({.rows = rows, .cols = cols, .constant = true}, 6)) {
    Random random(3);
    for (std::size_t i = 0; i < rows; ++i) {
      weights_.push_back(1.0 + static_cast<double>(random.below(4)));
      second_.push_back(random.normal() + 5.0);
      for (double copies = 0.0; copies < weights_[i]; copies += 1.0) repeats_.push_back(i);
    }
  }

  LinearObjective::Design design() const {
    if (GetParam().sparse) return support::to_sparse(data_.design);
    return data_.design;
  }
  LinearOptions options() const {
    return {.ridge = GetParam().ridge, .intercept = GetParam().intercept, .threads = 1};
  }
  std::vector<double> repeated(std::span<const double> numbers) const {
    std::vector<double> more;
    for (const std::size_t row : repeats_) more.push_back(numbers[row]);
    return more;
  }
  /// Each row as often as its weight says.
  support::LinearModel repeated_model(std::span<const double> response) const {
    std::vector<double> numbers;
    for (std::size_t j = 0; j < cols; ++j) {
      const auto column = repeated(data_.design.column(j));
      numbers.insert(numbers.end(), column.begin(), column.end());
    }
    return {Matrix(repeats_.size(), cols, std::move(numbers)), repeated(response), GetParam().ridge,
            GetParam().intercept};
  }

  support::LinearData data_;
  std::vector<double> weights_, second_;
  std::vector<std::size_t> repeats_;
};

TEST_P(LinearRows, OfAWeightCountLikeRepeatedRows) {
  const auto model = repeated_model(data_.response);
  LinearOptions weighted = options();
  weighted.row_weights = weights_;
  support::TestProblem problem;
  problem.label = GetParam().label;
  const auto objective = std::make_shared<LinearObjective>(design(), data_.response, weighted);
  problem.objective = objective;
  problem.definition = support::linear_definition(model);
  problem.gradients = [model](std::span<const Item> set) {
    return support::linear_gradients(model, set);
  };
  support::check_contract(problem, 1);

  const LinearObjective plain(model.design, model.response, options());
  EXPECT_NEAR(*objective->largest_value(), *plain.largest_value(), 1e-10 * *plain.largest_value());
  const auto a = objective->fit(Items{0, 2, 5});
  const auto b = plain.fit(Items{0, 2, 5});
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9);
}

TEST_P(LinearRows, OfSeveralResponsesAddUp) {
  std::vector<double> both = data_.response;
  both.insert(both.end(), second_.begin(), second_.end());
  LinearOptions weighted = options();
  weighted.row_weights = weights_;
  const auto objective =
      std::make_shared<LinearObjective>(design(), Matrix(rows, 2, both), weighted);
  const auto first = repeated_model(data_.response);
  const auto second = repeated_model(second_);
  support::TestProblem problem;
  problem.label = GetParam().label;
  problem.objective = objective;
  problem.definition = [f = support::linear_definition(first),
                        g = support::linear_definition(second)](std::span<const Item> set) {
    return f(set) + g(set);
  };
  problem.gradients = [=](std::span<const Item> set) {
    auto norms = support::linear_gradients(first, set);
    const auto others = support::linear_gradients(second, set);
    for (std::size_t i = 0; i < norms.size(); ++i) norms[i] = std::hypot(norms[i], others[i]);
    return norms;
  };
  support::check_contract(problem, 1);

  const Items set{0, 2, 5};
  const auto fitted = objective->weights(set);
  EXPECT_EQ(fitted.outputs, 2);
  const LinearObjective alone(design(), second_, weighted);
  const auto own = alone.weights(set);
  EXPECT_NEAR(fitted.intercepts[1], own.intercepts[0], 1e-9);
  for (std::size_t i = 0; i < set.size(); ++i)
    EXPECT_NEAR(fitted.weights[2 * i + 1], own.weights[i], 1e-9);
}

/// What fixed weights are judged by.
TEST_P(LinearRows, FitOfTheBestScoresIsTheValue) {
  std::vector<double> both = data_.response;
  both.insert(both.end(), second_.begin(), second_.end());
  LinearOptions weighted = options();
  weighted.row_weights = weights_;
  const LinearObjective objective(design(), Matrix(rows, 2, both), weighted);
  const Items set{1, 4, 6};
  const auto fitted = objective.weights(set);
  std::vector<double> scores(2 * rows);
  std::vector<double> column(rows);
  double squares = 0.0;
  for (std::size_t r = 0; r < 2; ++r) {
    for (std::size_t i = 0; i < rows; ++i) scores[r * rows + i] = fitted.intercepts[r];
    for (std::size_t k = 0; k < set.size(); ++k) {
      objective.copy_column(set[k], column);
      const double weight = fitted.weights[2 * k + r];
      squares += weight * weight;
      for (std::size_t i = 0; i < rows; ++i) {
        EXPECT_NEAR(column[i], data_.design(i, static_cast<std::size_t>(set[k])), 1e-12);
        scores[r * rows + i] += weight * column[i];
      }
    }
  }
  EXPECT_NEAR(objective.fit_of(scores) - objective.penalty() * squares, objective.value(set),
              1e-9 * *objective.largest_value());
}

INSTANTIATE_TEST_SUITE_P(Linear, LinearRows,
                         testing::Values(Case{"plain", 0.0, false, false},
                                         Case{"intercept", 0.0, true, false},
                                         Case{"ridge", 2.0, true, false},
                                         Case{"sparse", 0.0, false, true},
                                         Case{"sparse_intercept", 0.5, true, true}),
                         [](const auto& c) { return std::string(c.param.label); });

TEST(LinearRowWeights, AndResponsesMustFit) {
  const Matrix design(3, 1, {1, 2, 4});
  const auto weighted = [&](std::vector<double> weights) {
    LinearObjective(design, {1, 2, 3}, {.row_weights = std::move(weights)});
  };
  support::expect_refusal([&] { weighted({1, 2}); }, {"2 weights", "3 rows"});
  support::expect_refusal([&] { weighted({1, 0, 2}); }, {"row 1", "weight 0"});
  support::expect_refusal([&] { LinearObjective(design, Matrix(2, 2, {1, 2, 3, 4})); }, {"3", "2"});
  support::expect_refusal([&] { LinearObjective(design, Matrix(3, 0, {})); }, {"no response"});
}

}  // namespace
}  // namespace holdfast
