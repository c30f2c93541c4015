#include "holdfast/objectives/classes/subset_classifiers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "tests/support/class_definition.hpp"

namespace holdfast {
namespace {

struct Case {
  const char* label;
  support::ClassShape shape;
  double ridge;
  bool intercept;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

/// Probabilities of the classes in a row of the training data.
std::vector<double> probabilities(const Classifier& model, const Matrix& design, std::size_t row) {
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> scores = model.intercepts;
  for (std::size_t j = 0; j < model.items.size(); ++j) {
    for (std::size_t c = 0; c < outputs; ++c)
      scores[c] += model.weights[j * outputs + c] * design(row, std::size_t(model.items[j]));
  }
  if (outputs == 1) scores.insert(scores.begin(), 0.0);
  double sum = 0.0;
  for (double& score : scores) sum += score = std::exp(score);
  for (double& score : scores) score /= sum;
  return scores;
}

/// All subsets of the features.
std::vector<Items> subsets(Item features) {
  std::vector<Items> found;
  for (Item mask = 0; mask < 1 << features; ++mask) {
    found.emplace_back();
    for (Item item = 0; item < features; ++item) {
      if ((mask >> item & 1) != 0) found.back().push_back(item);
    }
  }
  return found;
}

class SubsetClassifiersOf : public testing::TestWithParam<Case> {};

TEST_P(SubsetClassifiersOf, EqualTheDefinition) {
  const auto& c = GetParam();
  const auto data = support::random_class_data(c.shape, 5);
  const bool logistic = c.shape.classes == 2;
  const auto objective = support::make_objective(data, c.ridge, c.intercept, logistic);
  const SubsetClassifiers models(*objective);
  for (const Items& set : subsets(objective->size())) {
    const auto wanted = support::fit_by_definition(data, set, c.ridge, c.intercept, logistic);
    const Classifier found = models.fit(set);
    EXPECT_EQ(found.items, set);
    for (std::size_t row = 0; row < data.design.rows(); ++row) {
      const auto p = probabilities(found, data.design, row);
      for (std::size_t k = 0; k < p.size(); ++k)
        ASSERT_NEAR(p[k], wanted.probabilities[row][k], 2e-6) << set.size() << " features";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Classification, SubsetClassifiersOf,
    testing::Values(
        Case{"logistic", {.rows = 60, .cols = 6}, 0.5, true},
        Case{"logistic_no_intercept", {.rows = 60, .cols = 6}, 0.5, false},
        Case{"softmax", {.rows = 60, .cols = 5, .classes = 4}, 0.5, true},
        Case{"softmax_no_intercept", {.rows = 60, .cols = 5, .classes = 4}, 0.5, false},
        Case{"separable", {.rows = 40, .cols = 6, .signal = 30.0}, 1e-3, true},
        Case{"twins", {.rows = 50, .cols = 6, .duplicated = true, .constant = true}, 0.5, true},
        Case{"units", {.rows = 50, .cols = 6, .scale_spread = 1e4}, 0.5, true}),
    [](const auto& info) { return info.param.label; });

/// Each class against the others, by the fit from scratch.
TEST(SubsetClassifiers, ServeOneAgainstTheRest) {
  const auto data = support::random_class_data({.rows = 80, .cols = 5, .classes = 3}, 2);
  const OneVsRestObjective objective(data.design, data.labels, 3);
  const SubsetClassifiers models(objective);
  for (const Items& set : subsets(5)) {
    const auto wanted = objective.fit(set);
    const auto found = models.fit(set);
    ASSERT_EQ(found.outputs, 3);
    for (std::size_t i = 0; i < wanted.weights.size(); ++i)
      EXPECT_NEAR(found.weights[i], wanted.weights[i], 1e-5);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(found.intercepts[i], wanted.intercepts[i], 1e-5);
  }
}

TEST(SubsetClassifiers, AnswerSeveralThreadsAlike) {
  const auto data = support::random_class_data({.rows = 80, .cols = 6, .classes = 3}, 3);
  const auto objective = support::make_objective(data, 1.0, true, false);
  const SubsetClassifiers models(*objective);
  const auto sets = subsets(6);
  std::vector<std::vector<std::vector<double>>> answers(4);
  std::vector<std::thread> threads;
  for (auto& answer : answers) {
    threads.emplace_back([&] {
      for (const Items& set : sets) answer.push_back(models.fit(set).weights);
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& answer : answers) EXPECT_EQ(answer, answers.front());
}

TEST(SubsetClassifiers, RefuseWhatIsNoSet) {
  const auto data = support::random_class_data({.rows = 40, .cols = 4}, 1);
  const auto objective = support::make_objective(data, 1.0, true, true);
  const SubsetClassifiers models(*objective);
  EXPECT_THROW(models.fit(Items{1, 1}), std::invalid_argument);
  EXPECT_THROW(models.fit(Items{4}), std::invalid_argument);
}

}  // namespace
}  // namespace holdfast
