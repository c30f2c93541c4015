#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "tests/support/class_definition.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/oracle.hpp"

namespace holdfast {
namespace {

using testing::HasSubstr;

struct Case {
  const char* label;
  support::ClassShape shape;
  double ridge;
  bool intercept;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

class OneVsRestContract : public testing::TestWithParam<Case> {};

TEST_P(OneVsRestContract, Holds) {
  const auto& c = GetParam();
  support::check_contract(support::one_vs_rest_problem(c.shape, c.ridge, c.intercept, 1), 1);
}

constexpr support::ClassShape three{.rows = 36, .cols = 6, .classes = 3};
constexpr support::ClassShape five{.rows = 60, .cols = 7, .classes = 5};
constexpr support::ClassShape special{.rows = 36,
                                      .cols = 7,
                                      .classes = 3,
                                      .duplicated = true,
                                      .constant = true,
                                      .zero = true,
                                      .lonely = true};
constexpr support::ClassShape two{.rows = 40, .cols = 7};
constexpr support::ClassShape separable{.rows = 25, .cols = 7, .classes = 3, .signal = 50.0};
constexpr support::ClassShape wide{.rows = 6, .cols = 9, .classes = 3};
constexpr support::ClassShape spread{.rows = 40, .cols = 7, .classes = 3, .scale_spread = 1e4};

INSTANTIATE_TEST_SUITE_P(
    OneVsRest, OneVsRestContract,
    testing::Values(Case{"three", three, 1.0, false}, Case{"three_intercept", three, 0.1, true},
                    Case{"five", five, 0.5, true}, Case{"special", special, 1.0, true},
                    Case{"special_no_intercept", special, 1.0, false}, Case{"two", two, 1.0, true},
                    Case{"separable", separable, 0.01, true}, Case{"wide", wide, 0.1, false},
                    Case{"spread", spread, 1.0, true}),
    [](const auto& c) { return std::string(c.param.label); });

/// Every choice against brute force, which refits everything by the definition.
class OneVsRestChoices : public testing::TestWithParam<std::tuple<double, bool>> {};

TEST_P(OneVsRestChoices, AreThoseOfBruteForce) {
  const auto [ridge, intercept] = GetParam();
  const holdfast::Run run;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::ClassShape shape{.rows = 50, .cols = 14, .classes = 4};
    if (seed == 3) shape.signal = 20.0;
    const auto problem = support::one_vs_rest_problem(shape, ridge, intercept, seed);
    const support::SetFunction f{14, problem.definition};
    const auto chosen = Greedy().select(*problem.objective, {5, 0}, run);
    Items wanted;
    for (const auto& step : support::greedy(f, 5)) wanted.push_back(step.item);
    EXPECT_EQ(chosen.items(), wanted);
    const auto state = problem.objective->start_at(run, chosen.items());
    EXPECT_EQ(GreedyMin().attack(*state, 3).items, support::greedy_min(f, wanted, 3).deleted);
  }
}

INSTANTIATE_TEST_SUITE_P(OneVsRest, OneVsRestChoices,
                         testing::Combine(testing::Values(1.0, 0.1, 0.001), testing::Bool()));

/// Greedy proves that most candidates cannot win and fits only a few.
TEST(OneVsRest, GreedyFitsFewCandidates) {
  const auto data = support::random_class_data({.rows = 200, .cols = 80, .classes = 4}, 2);
  const OneVsRestObjective objective(data.design, data.labels, 4);
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{3, 7, 20});
  Items candidates;
  for (Item item = 30; item < 80; ++item) candidates.push_back(item);
  const auto all = state->clone()->gains(candidates);
  const std::int64_t before = state->evaluations();
  const auto best = state->largest_gains(candidates, 1).front();
  EXPECT_LE(state->evaluations() - before, 10);
  const auto top = std::ranges::max_element(all);
  EXPECT_EQ(best.item, candidates[static_cast<std::size_t>(top - all.begin())]);
  EXPECT_NEAR(best.score, *top, 1e-9 * *objective.largest_value());
}

TEST(OneVsRest, OfASingleItem) {
  const support::ClassShape alone{.rows = 20, .cols = 1, .classes = 3};
  const auto problem = support::one_vs_rest_problem(alone, 1.0, true, 1);
  const holdfast::Run run;
  const auto state = problem.objective->start(run);
  const double value = problem.definition(Items{0});
  EXPECT_NEAR(state->largest_gains(Items{0}, 1).front().score, value, problem.allowed_error());
  state->add(0);
  EXPECT_NEAR(state->value(), value, problem.allowed_error());
  EXPECT_NEAR(state->losses().front(), value, problem.allowed_error());
}

TEST(OneVsRest, OfTwoClassesIsLogistic) {
  const auto data = support::random_class_data({.rows = 50, .cols = 8}, 3);
  for (const bool intercept : {false, true}) {
    const ClassificationOptions options{.ridge = 0.7, .intercept = intercept};
    const LogisticObjective logistic(data.design, data.labels, options);
    const OneVsRestObjective rest(data.design, data.labels, 2, options);
    const Items set{1, 4, 6};
    EXPECT_EQ(rest.value(set), logistic.value(set));
    EXPECT_EQ(rest.largest_value(), logistic.largest_value());
    EXPECT_EQ(rest.fit(set).weights, logistic.fit(set).weights);
  }
}

TEST(OneVsRest, LargestValueIsThatOfTheBaselines) {
  const auto data = support::random_class_data({.rows = 30, .cols = 3, .classes = 3}, 1);
  const OneVsRestObjective plain(data.design, data.labels, 3, {.intercept = false});
  EXPECT_NEAR(*plain.largest_value(), 3 * 30.0 * std::log(2.0), 1e-12);
  double entropy = 0.0;
  for (int c = 0; c < 3; ++c) {
    const auto count = static_cast<double>(std::ranges::count(data.labels, c));
    entropy -= count * std::log(count / 30.0) + (30.0 - count) * std::log(1.0 - count / 30.0);
  }
  const OneVsRestObjective with_intercept(data.design, data.labels, 3);
  EXPECT_NEAR(*with_intercept.largest_value(), entropy, 1e-12);
}

/// Each class has the weights of its own logistic regression.
TEST(OneVsRest, FitsEachClassByItself) {
  const auto data = support::random_class_data({.rows = 60, .cols = 6, .classes = 3}, 7);
  const Items set{4, 1, 5};
  for (const bool intercept : {false, true}) {
    const ClassificationOptions options{.ridge = 0.5, .intercept = intercept};
    const auto model = OneVsRestObjective(data.design, data.labels, 3, options).fit(set);
    ASSERT_EQ(model.outputs, 3);
    const auto parts = support::one_against_rest(data);
    for (std::size_t c = 0; c < 3; ++c) {
      const auto own = LogisticObjective(data.design, parts[c].labels, options).fit(set);
      EXPECT_NEAR(model.intercepts[c], own.intercepts[0], 1e-9);
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(model.weights[i * 3 + c], own.weights[i], 1e-9);
    }
    const auto predicted = model.predict(data.design);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      std::vector<double> scores = model.intercepts;
      for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t j = 0; j < 3; ++j) {
          scores[c] += model.weights[j * 3 + c] * data.design(i, static_cast<std::size_t>(set[j]));
        }
      }
      EXPECT_EQ(predicted[i], std::ranges::max_element(scores) - scores.begin());
    }
  }
}

TEST(OneVsRest, RefusesWhatTheOthersRefuse) {
  const Matrix design(3, 2, {1, 2, 3, 4, 5, 6});
  const auto complaint = [&](std::vector<int> labels, int classes, double ridge) -> std::string {
    try {
      OneVsRestObjective(design, std::move(labels), classes, {.ridge = ridge});
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(complaint({0, 0, 0}, 1, 1.0), HasSubstr("at least two"));
  EXPECT_THAT(complaint({0, 2, 0}, 3, 1.0), HasSubstr("no row is of class 1"));
  EXPECT_THAT(complaint({0, 1, 2}, 3, 0.0), HasSubstr("ridge is 0"));
}

TEST(OneVsRest, ThreadsDoNotChangeAnything) {
  const support::ClassShape shape{.rows = 90, .cols = 40, .classes = 4};
  const auto problem = support::one_vs_rest_problem(shape, 1.0, true, 8);
  EXPECT_EQ(support::transcript(problem, 1, 10, 3), support::transcript(problem, 3, 10, 3));
}

}  // namespace
}  // namespace holdfast
