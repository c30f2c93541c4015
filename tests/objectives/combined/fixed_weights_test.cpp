#include "holdfast/objectives/combined/fixed_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "tests/support/class_definition.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using Scores = std::vector<std::vector<double>>;  // by row, then by output

enum class Family { linear, logistic, softmax, one_vs_rest };

struct Case {
  const char* label;
  Family family;
  int classes;
  double ridge;
  bool intercept;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

double log_sigmoid(double score) { return -std::log1p(std::exp(-score)); }

/// log-likelihood, or minus the squared error, of one row.
double fit_of_row(const Case& c, const std::vector<double>& scores, double y) {
  const int label = static_cast<int>(y);
  if (c.family == Family::linear) return -(y - scores[0]) * (y - scores[0]);
  if (scores.size() == 1) return log_sigmoid(label == 1 ? scores[0] : -scores[0]);
  double sum = 0.0;
  if (c.family == Family::one_vs_rest) {
    for (int k = 0; k < c.classes; ++k) {
      const double score = scores[static_cast<std::size_t>(k)];
      sum += log_sigmoid(k == label ? score : -score);
    }
    return sum;
  }
  for (const double score : scores) sum += std::exp(score);
  return scores[static_cast<std::size_t>(label)] - std::log(sum);
}

/// A model on random data, its set S, and the weights that it fits there.
class FixedWeights : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto& c = GetParam();
    data_ = support::random_class_data({.rows = 50, .cols = 8, .classes = c.classes}, 5);
    y_.assign(data_.labels.begin(), data_.labels.end());
    const ClassificationOptions options{.ridge = c.ridge, .intercept = c.intercept};
    const auto& [design, labels, classes] = data_;
    if (c.family == Family::linear) {
      for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += 0.3 * design(i, 1) - design(i, 6);
      model_ = std::make_shared<LinearObjective>(
          design, y_, LinearOptions{.ridge = c.ridge, .intercept = c.intercept});
    } else if (c.family == Family::logistic) {
      model_ = std::make_shared<LogisticObjective>(design, labels, options);
    } else if (c.family == Family::softmax) {
      model_ = std::make_shared<SoftmaxObjective>(design, labels, classes, options);
    } else {
      model_ = std::make_shared<OneVsRestObjective>(design, labels, classes, options);
    }
    fitted_ = model_->weights(set_);
    fixed_ = std::make_shared<FixedWeightsObjective>(model_, set_);
  }

  /// l with the weights outside `kept` set to zero, from the data as given.
  double l(std::span<const Item> kept) const {
    const auto& c = GetParam();
    const auto outputs = static_cast<std::size_t>(fitted_.outputs);
    const double penalty = c.family == Family::linear ? c.ridge : c.ridge / 2.0;
    double value = 0.0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
      std::vector<double> scores = fitted_.intercepts;
      for (std::size_t j = 0; j < set_.size(); ++j) {
        if (std::ranges::find(kept, set_[j]) == kept.end()) continue;
        for (std::size_t k = 0; k < outputs; ++k) {
          scores[k] +=
              fitted_.weights[j * outputs + k] * data_.design(i, static_cast<std::size_t>(set_[j]));
        }
      }
      value += fit_of_row(c, scores, y_[i]);
    }
    for (std::size_t j = 0; j < set_.size(); ++j) {
      if (std::ranges::find(kept, set_[j]) == kept.end()) continue;
      for (std::size_t k = 0; k < outputs; ++k)
        value -= penalty * std::pow(fitted_.weights[j * outputs + k], 2.0);
    }
    return value;
  }

  support::TestProblem problem() const {
    support::TestProblem problem;
    problem.label = GetParam().label;
    problem.objective = fixed_;
    problem.definition = [this](std::span<const Item> set) {
      return set.empty() ? 0.0 : l(set) + *model_->largest_value();
    };
    return problem;
  }

  const Items set_{6, 1, 3, 0, 5};
  support::ClassData data_;
  std::vector<double> y_;
  std::shared_ptr<const ModelObjective> model_;
  FittedWeights fitted_;
  std::shared_ptr<const FixedWeightsObjective> fixed_;
};

TEST_P(FixedWeights, OfTheWholeSetAreWorthTheModel) {
  const double error = 1e-9 * *model_->largest_value();
  EXPECT_NEAR(fixed_->value(set_), model_->value(set_), error);
  for (std::size_t left_out = 0; left_out < set_.size(); ++left_out) {
    Items rest = set_;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left_out));
    EXPECT_LE(fixed_->value(rest), model_->value(rest) + error) << "a refit is never worse";
  }
}

/// All clauses of the contract but the one that f is monotone.
TEST_P(FixedWeights, AreWorthWhatTheDefinitionSays) {
  const auto problem = this->problem();
  support::check_values(problem, 1);
  support::check_paths(problem, 1);
  support::check_clones(problem, 1);
  support::check_long_walk(problem, 200, 1);
  support::check_rankings(problem, 1);
  support::check_refusals(problem);
  support::check_counts(problem);
  const Items all = fixed_->all_items();
  const holdfast::Run run;
  for (std::size_t size = 0; size <= all.size(); ++size) {
    const auto state = fixed_->start_at(run, std::span(all).first(size));
    const double value = problem.definition(state->items());
    const auto losses = state->losses();
    for (std::size_t m = 0; m < size; ++m) {
      Items rest = state->items();
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(m));
      EXPECT_NEAR(losses[m], value - problem.definition(rest), problem.allowed_error());
    }
    const std::span<const Item> others = std::span(all).subspan(size);
    const auto gains = state->gains(others);
    for (std::size_t k = 0; k < others.size(); ++k) {
      Items more = state->items();
      more.push_back(others[k]);
      EXPECT_NEAR(gains[k], problem.definition(more) - value, problem.allowed_error());
    }
  }
}

TEST_P(FixedWeights, GiveItemsOutsideTheSetNoWeight) {
  EXPECT_EQ(fixed_->value(Items{1, 3}), fixed_->value(Items{1, 3, 2, 7}));
}

TEST_P(FixedWeights, AreAttackedByThePapersAdversaries) {
  const holdfast::Run run;
  const auto state = fixed_->start_at(run, set_);
  const support::SetFunction f{fixed_->size(), problem().definition};
  EXPECT_EQ(GreedyMin().attack(*state, 2).items, support::greedy_min(f, set_, 2).deleted);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < set_.size(); ++a) {
    for (std::size_t b = a + 1; b < set_.size(); ++b) {
      Items rest = set_;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(b));
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(a));
      least = std::min(least, f.value(rest));
    }
  }
  const auto exact = Exact().attack(*state, 2);
  EXPECT_GE(exact.value, least - problem().allowed_error());
}

TEST_P(FixedWeights, ProveNothingFromMonotonicity) {
  EXPECT_TRUE(seen_to_fall(*fixed_));
  EXPECT_EQ(fixed_->proven_ratios(holdfast::Run(), 3)[Ratio::gamma_check].lower, 0.0);
}

INSTANTIATE_TEST_SUITE_P(
    EveryModel, FixedWeights,
    testing::Values(Case{"linear", Family::linear, 2, 0.0, true},
                    Case{"linear_no_intercept", Family::linear, 2, 0.0, false},
                    Case{"linear_ridge", Family::linear, 2, 3.0, true},
                    Case{"logistic", Family::logistic, 2, 0.5, true},
                    Case{"logistic_no_intercept", Family::logistic, 2, 0.5, false},
                    Case{"softmax", Family::softmax, 3, 0.5, true},
                    Case{"softmax_no_intercept", Family::softmax, 3, 0.5, false},
                    Case{"one_vs_rest", Family::one_vs_rest, 3, 0.5, true},
                    Case{"one_vs_rest_no_intercept", Family::one_vs_rest, 3, 0.5, false},
                    Case{"one_vs_rest_of_two", Family::one_vs_rest, 2, 0.5, true}),
    [](const auto& c) { return std::string(c.param.label); });

/// Two columns whose weights are large and opposite: one alone does harm.
TEST(FixedWeightsOfTwins, AreWorthLessWithOneOfThem) {
  const Matrix design(4, 2, {1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.1});
  const auto model = std::make_shared<LinearObjective>(
      design, std::vector<double>{0.0, 0.0, 0.0, 1.0}, LinearOptions{.intercept = false});
  const FixedWeightsObjective fixed(model, Items{0, 1});
  EXPECT_NEAR(fixed.value(Items{0, 1}), 1.0, 1e-9);
  // w = (-10, 10): column 0 alone predicts -10 (1, 2, 3, 4).
  EXPECT_NEAR(fixed.value(Items{0}), 1.0 - (100.0 + 400.0 + 900.0 + 41.0 * 41.0), 1e-6);
}

}  // namespace
}  // namespace holdfast
