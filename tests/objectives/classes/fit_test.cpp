#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "tests/support/class_definition.hpp"

namespace holdfast {
namespace {

/// l at the weights of a classifier, in terms of the original data.
double objective_at(const support::ClassData& data, const Classifier& model, double ridge) {
  double value = 0.0;
  const auto outputs = static_cast<std::size_t>(model.outputs);
  for (std::size_t i = 0; i < data.design.rows(); ++i) {
    std::vector<double> scores = model.intercepts;
    for (std::size_t j = 0; j < model.items.size(); ++j) {
      for (std::size_t c = 0; c < outputs; ++c) {
        scores[c] += model.weights[j * outputs + c] *
                     data.design(i, static_cast<std::size_t>(model.items[j]));
      }
    }
    if (outputs == 1) scores.insert(scores.begin(), 0.0);
    double sum = 0.0;
    for (const double score : scores) sum += std::exp(score);
    value += scores[static_cast<std::size_t>(data.labels[i])] - std::log(sum);
  }
  for (const double w : model.weights) value -= 0.5 * ridge * w * w;
  return value;
}

class Fit : public testing::TestWithParam<std::tuple<int, bool, bool>> {
 protected:
  void SetUp() override {
    const auto [classes, intercept, logistic] = GetParam();
    data_ = support::random_class_data({.rows = 60, .cols = 6, .classes = classes}, 7);
    objective_ = support::make_objective(data_, ridge, intercept, logistic);
  }

  static constexpr double ridge = 0.5;
  support::ClassData data_;
  std::shared_ptr<const ClassificationObjective> objective_;
  const Items set_{4, 1, 5};
};

TEST_P(Fit, AttainsTheValue) {
  const auto model = objective_->fit(set_);
  EXPECT_NEAR(objective_at(data_, model, ridge) + *objective_->largest_value(),
              objective_->value(set_), 1e-9);
}

TEST_P(Fit, IsAMaximum) {
  const auto model = objective_->fit(set_);
  const double best = objective_at(data_, model, ridge);
  for (std::size_t i = 0; i < model.weights.size(); ++i) {
    for (const double change : {-1e-3, 1e-3}) {
      Classifier moved = model;
      moved.weights[i] += change;
      EXPECT_LT(objective_at(data_, moved, ridge), best);
    }
  }
}

TEST_P(Fit, OnNoFeaturesPredictsTheMostFrequentClass) {
  const auto model = objective_->fit({});
  EXPECT_TRUE(model.weights.empty());
  if (!objective_->options().intercept) {
    for (const double b : model.intercepts) EXPECT_EQ(b, 0.0);
    return;
  }
  std::vector<int> counts(static_cast<std::size_t>(data_.classes));
  for (const int label : data_.labels) ++counts[static_cast<std::size_t>(label)];
  const auto most =
      static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  for (const int predicted : model.predict(data_.design)) EXPECT_EQ(predicted, most);
}

TEST_P(Fit, PredictsTheMostLikelyClass) {
  const auto [classes, intercept, logistic] = GetParam();
  const auto wanted = support::fit_by_definition(data_, set_, ridge, intercept, logistic);
  const auto predicted = objective_->fit(set_).predict(data_.design);
  double right = 0.0;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    const auto& p = wanted.probabilities[i];
    EXPECT_EQ(predicted[i], std::max_element(p.begin(), p.end()) - p.begin()) << "row " << i;
    right += predicted[i] == data_.labels[i] ? 1.0 : 0.0;
  }
  EXPECT_DOUBLE_EQ(objective_->fit(set_).accuracy(data_.design, data_.labels), right / 60.0);
}

/// Gradient norms by finite differences of l in the weights of a feature outside the set.
TEST_P(Fit, GradientsAreFiniteDifferences) {
  const holdfast::Run run;
  const auto state = objective_->start_at(run, set_);
  const Items rest{0, 2, 3};
  const auto norms = state->gradient_norms(rest);
  for (std::size_t k = 0; k < rest.size(); ++k) {
    auto model = objective_->fit(set_);
    model.items.push_back(rest[k]);
    model.weights.resize(model.weights.size() + static_cast<std::size_t>(model.outputs));
    double square = 0.0;
    for (std::size_t c = model.weights.size() - static_cast<std::size_t>(model.outputs);
         c < model.weights.size(); ++c) {
      constexpr double h = 1e-5;
      auto up = model, down = model;
      up.weights[c] += h;
      down.weights[c] -= h;
      const double slope =
          (objective_at(data_, up, ridge) - objective_at(data_, down, ridge)) / (2 * h);
      square += slope * slope;
    }
    EXPECT_NEAR(norms[k], std::sqrt(square), 1e-6 * (1.0 + norms[k]));
  }
}

/// w_E' (M_EE)^-1 w_E / 2 for one item of a model with one weight: w^2 / (2 M).
double foreseen_loss(const QuadraticClassModel& model, std::size_t item) {
  double loss = 0.0;
  for (const auto& part : model.parts)
    loss +=
        0.5 * part.weights[item] * part.weights[item] / part.inverse[item * (item + 1) / 2 + item];
  return loss;
}

/// The more the ridge keeps the weights down, the more l is a parabola, and the better is what the
/// quadratic model foresees.
TEST(QuadraticClassModel, ForeseesWhatALossCosts) {
  const auto data = support::random_class_data({.rows = 80, .cols = 5}, 9);
  const Items set{0, 1, 2, 4};
  double last_error = 1.0;
  for (const double ridge : {1.0, 30.0, 1000.0}) {
    const auto f = support::class_definition(data, ridge, true, true);
    const auto model = support::make_objective(data, ridge, true, true)->quadratic_model(set);
    ASSERT_EQ(model.outputs, 1U);
    double error = 0.0;
    for (std::size_t i = 0; i < set.size(); ++i) {
      Items left = set;
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      const double loss = f(set) - f(left);
      error = std::max(error, std::abs(foreseen_loss(model, i) - loss) / f(set));
    }
    EXPECT_LT(error, last_error);
    last_error = error;
  }
  EXPECT_LT(last_error, 1e-3);
}

TEST_P(Fit, RefusesDataOfAnotherShape) {
  const auto model = objective_->fit(set_);
  EXPECT_THROW(model.predict(Matrix(1, 5, {1, 2, 3, 4, 5})), std::invalid_argument);
  EXPECT_THROW(model.accuracy(data_.design, std::vector<int>{1, 0}), std::invalid_argument);
  EXPECT_THROW(objective_->fit(Items{1, 1}), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Classification, Fit,
                         testing::Values(std::tuple{2, false, true}, std::tuple{2, true, true},
                                         std::tuple{2, true, false}, std::tuple{4, false, false},
                                         std::tuple{4, true, false}));

}  // namespace
}  // namespace holdfast
