#include <gtest/gtest.h>

#include <numeric>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "tests/support/class_definition.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::ClassData;

struct Case {
  const char* label;
  support::ClassShape shape;
  double ridge;
  bool intercept;
  enum { logistic, softmax, one_vs_rest } kind;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

std::vector<double> whole_weights(std::size_t rows) {
  Random random(11);
  std::vector<double> weights;
  while (weights.size() < rows) weights.push_back(1.0 + static_cast<double>(random.below(4)));
  return weights;
}

/// Each row as often as its weight says.
ClassData repeated(const ClassData& data, const std::vector<double>& weights) {
  std::vector<std::size_t> rows;
  ClassData more;
  more.classes = data.classes;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (double copies = 0.0; copies < weights[i]; copies += 1.0) {
      rows.push_back(i);
      more.labels.push_back(data.labels[i]);
    }
  }
  std::vector<double> numbers;
  for (std::size_t j = 0; j < data.design.cols(); ++j) {
    for (const std::size_t row : rows) numbers.push_back(data.design(row, j));
  }
  more.design = Matrix(rows.size(), data.design.cols(), std::move(numbers));
  return more;
}

std::shared_ptr<const ClassificationObjective> made(const Case& c, const ClassData& data,
                                                    const ClassificationOptions& options) {
  if (c.kind == Case::logistic)
    return std::make_shared<LogisticObjective>(data.design, data.labels, options);
  if (c.kind == Case::softmax)
    return std::make_shared<SoftmaxObjective>(data.design, data.labels, data.classes, options);
  return std::make_shared<OneVsRestObjective>(data.design, data.labels, data.classes, options);
}

class WeightedRows : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto& c = GetParam();
    data_ = support::random_class_data(c.shape, 4);
    weights_ = whole_weights(c.shape.rows);
    more_ = repeated(data_, weights_);
    options_ = {.ridge = c.ridge, .intercept = c.intercept, .row_weights = weights_};
  }

  ClassData data_, more_;
  std::vector<double> weights_;
  ClassificationOptions options_;
};

/// The definition sees repeated rows and no weights.
TEST_P(WeightedRows, KeepTheContractOfRepeatedRows) {
  const auto& c = GetParam();
  support::TestProblem problem =
      c.kind == Case::one_vs_rest
          ? support::one_vs_rest_problem(more_, c.ridge, c.intercept)
          : support::class_problem(more_, c.ridge, c.intercept, c.kind == Case::logistic);
  problem.objective = made(c, data_, options_);
  support::check_contract(problem, 1);
}

TEST_P(WeightedRows, FitTheModelOfRepeatedRows) {
  const auto weighted = made(GetParam(), data_, options_);
  options_.row_weights.clear();
  const auto plain = made(GetParam(), more_, options_);
  EXPECT_NEAR(*weighted->largest_value(), *plain->largest_value(), 1e-12 * *plain->largest_value());
  const Items set{0, 3, 4};
  const auto a = weighted->fit(set);
  const auto b = plain->fit(set);
  for (std::size_t i = 0; i < a.weights.size(); ++i) EXPECT_NEAR(a.weights[i], b.weights[i], 1e-6);
  for (std::size_t c = 0; c < a.intercepts.size(); ++c)
    EXPECT_NEAR(a.intercepts[c], b.intercepts[c], 1e-6);
}

/// Weights need not be whole: with all of them and the ridge halved, so is the objective.
TEST_P(WeightedRows, ScaleWithTheRidge) {
  const auto whole = made(GetParam(), data_, options_);
  for (double& weight : options_.row_weights) weight *= 0.5;
  options_.ridge *= 0.5;
  const auto half = made(GetParam(), data_, options_);
  EXPECT_NEAR(half->value(Items{0, 2, 3}), 0.5 * whole->value(Items{0, 2, 3}),
              1e-8 * *whole->largest_value());
}

/// What fixed weights are judged by.
TEST_P(WeightedRows, AreInTheFitOfScores) {
  const auto weighted = made(GetParam(), data_, options_);
  const Items set{0, 3, 4};
  const auto model = weighted->fit(set);
  const std::size_t rows = weighted->rows();
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> scores(rows * outputs);
  std::vector<double> column(rows);
  double squares = 0.0;
  for (std::size_t c = 0; c < outputs; ++c) {
    for (std::size_t i = 0; i < rows; ++i) scores[c * rows + i] = model.intercepts[c];
    for (std::size_t k = 0; k < set.size(); ++k) {
      const double weight = model.weights[k * outputs + c];
      squares += weight * weight;
      weighted->copy_column(set[k], column);
      for (std::size_t i = 0; i < rows; ++i) scores[c * rows + i] += weight * column[i];
    }
  }
  EXPECT_NEAR(weighted->fit_of(scores) - weighted->penalty() * squares, weighted->value(set),
              1e-8 * *weighted->largest_value());
}

constexpr support::ClassShape two{.rows = 40, .cols = 7};
constexpr support::ClassShape three{.rows = 36, .cols = 6, .classes = 3};
constexpr support::ClassShape special{.rows = 36,
                                      .cols = 7,
                                      .classes = 3,
                                      .duplicated = true,
                                      .constant = true,
                                      .zero = true,
                                      .lonely = true};
constexpr support::ClassShape spread{.rows = 40, .cols = 7, .classes = 2, .scale_spread = 1e4};

INSTANTIATE_TEST_SUITE_P(
    Classification, WeightedRows,
    testing::Values(Case{"logistic", two, 1.0, true, Case::logistic},
                    Case{"logistic_no_intercept", two, 0.1, false, Case::logistic},
                    Case{"logistic_spread", spread, 1.0, true, Case::logistic},
                    Case{"softmax", three, 0.1, true, Case::softmax},
                    Case{"softmax_no_intercept", three, 1.0, false, Case::softmax},
                    Case{"softmax_special", special, 1.0, true, Case::softmax},
                    Case{"one_vs_rest", three, 0.5, true, Case::one_vs_rest}),
    [](const auto& c) { return std::string(c.param.label); });

TEST(RowWeights, MustBePositiveAndOnePerRow) {
  const Matrix design(3, 1, {1, 2, 4});
  const std::vector<int> labels{0, 1, 0};
  const auto make = [&](std::vector<double> weights) {
    LogisticObjective(design, labels, {.row_weights = std::move(weights)});
  };
  support::expect_refusal([&] { make({1, 2}); }, {"2 weights", "3 rows"});
  support::expect_refusal([&] { make({1, 0, 2}); }, {"row 1", "weight 0"});
  support::expect_refusal([&] { make({1, 1, -2}); }, {"row 2", "weight -2"});
}

}  // namespace
}  // namespace holdfast
