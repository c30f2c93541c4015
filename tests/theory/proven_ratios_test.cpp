#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "holdfast/core/random.hpp"
#include "holdfast/linalg/eigenvalue_bounds.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"
#include "holdfast/theory/exact_ratios.hpp"
#include "holdfast/theory/ratios.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/small_functions.hpp"

/// What an objective proves about itself against the exact ratios.
namespace holdfast {
namespace {

void expect_bounds_hold(const Objective& objective, const std::string& label, double slack = 1e-7) {
  const small::TestRun run(1);
  const ValueTable table = tabulate(objective, run);
  for (const Item largest : {Item{1}, Item{2}, Item{3}, objective.size()}) {
    const Ratios exact = exact_ratios(table, run, largest);
    const RatioBounds bounds = objective.proven_ratios(run, largest);
    for (const Ratio ratio : all_ratios) {
      SCOPED_TRACE(label + ": " + to_string(ratio) + " of sets up to " + std::to_string(largest));
      EXPECT_LE(bounds[ratio].lower, exact[ratio].value + slack) << bounds[ratio].why_lower;
      EXPECT_GE(bounds[ratio].upper, exact[ratio].value - slack) << bounds[ratio].why_upper;
      EXPECT_EQ(bounds[ratio].why_lower.empty(), bounds[ratio].lower == 0.0);
      EXPECT_EQ(bounds[ratio].why_upper.empty(), bounds[ratio].upper == 1.0);
    }
  }
}

TEST(ProvenRatios, HoldForObjectivesOfEveryKind) {
  for (const auto& maker : support::problems_of_every_kind()) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const auto problem = maker.make(seed);
      // Where scales differ greatly, true gains count as zero in the enumeration.
      if (problem.size() <= 10 && maker.label != "linear_unlike_scales") {
        expect_bounds_hold(*problem.objective, maker.label);
      }
    }
  }
}

struct Classes {
  Matrix design;
  std::vector<int> labels;
};

Classes random_classes(std::size_t items, int classes, std::uint64_t seed) {
  const support::LinearShape shape{.rows = 25, .cols = items, .correlation = 0.4};
  const auto data = support::random_linear_data(shape, seed);
  Random random(seed, 9);
  Classes made{data.design, {}};
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const bool drawn = row >= static_cast<std::size_t>(classes);
    made.labels.push_back(drawn
                              ? static_cast<int>(random.below(static_cast<std::uint64_t>(classes)))
                              : static_cast<int>(row));
  }
  return made;
}

TEST(ProvenRatios, HoldForClassModels) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const bool intercept : {false, true}) {
      ClassificationOptions options;
      options.ridge = seed == 0 ? 20.0 : 1.0;
      options.intercept = intercept;
      const auto two = random_classes(5, 2, seed);
      expect_bounds_hold(LogisticObjective(two.design, two.labels, options), "logistic", 1e-5);
      const auto three = random_classes(4, 3, seed);
      expect_bounds_hold(SoftmaxObjective(three.design, three.labels, 3, options), "softmax", 1e-5);
      expect_bounds_hold(OneVsRestObjective(three.design, three.labels, 3, options), "one-vs-rest",
                         1e-5);
    }
  }
}

Eigen::MatrixXd gram_of(const Matrix& design) {
  const Eigen::Map<const Eigen::MatrixXd> x(design.data(), static_cast<Eigen::Index>(design.rows()),
                                            static_cast<Eigen::Index>(design.cols()));
  return x.transpose() * x;
}

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

TEST(ProvenRatios, OfLogisticAndSoftmaxAreMOverL) {
  const auto data = random_classes(6, 2, 4);
  ClassificationOptions options;
  options.ridge = 3.0;
  options.intercept = false;
  const double largest = eigenvalues(gram_of(data.design)).maxCoeff();
  const small::TestRun run(1);
  const auto logistic = LogisticObjective(data.design, data.labels, options).proven_ratios(run, 6);
  const auto softmax = SoftmaxObjective(data.design, data.labels, 2, options).proven_ratios(run, 6);
  EXPECT_NEAR(logistic[Ratio::gamma].lower, 3.0 / (3.0 + largest / 4), 1e-9);
  EXPECT_NEAR(softmax[Ratio::gamma].lower, 3.0 / (3.0 + largest / 2), 1e-9);
}

/// Proposition 2 and the eigenvalue bounds, with independently computed numbers.
TEST(ProvenRatios, OfRegressionAreTheEigenvalueBounds) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const support::LinearShape shape{.rows = 20, .cols = 6, .correlation = 0.3};
    const auto data = support::random_linear_data(shape, seed);
    const double ridge = seed % 2 == 0 ? 0.0 : 1.5;
    const small::TestRun run(1);
    const LinearObjective objective(data.design, data.response,
                                    {.ridge = ridge, .intercept = false, .threads = 1});
    Eigen::MatrixXd a = gram_of(data.design);
    a.diagonal().array() += ridge;
    const Eigen::VectorXd plain = eigenvalues(a);
    const double condition = plain.minCoeff() / plain.maxCoeff();
    const Eigen::VectorXd scale = a.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::VectorXd unit = eigenvalues(scale.asDiagonal() * a * scale.asDiagonal());

    const Ratios exact = exact_ratios(tabulate(objective, run), run, 6);
    for (const Ratio ratio :
         {Ratio::gamma, Ratio::gamma_check, Ratio::nu, Ratio::nu_check, Ratio::theta})
      EXPECT_GE(exact[ratio].value, condition - 1e-9) << to_string(ratio);
    EXPECT_GE(exact[Ratio::gamma].value, unit.minCoeff() - 1e-9);
    EXPECT_GE(exact[Ratio::nu_check].value, 1.0 / unit.maxCoeff() - 1e-9);
    EXPECT_GE(exact[Ratio::gamma_check].value, unit.minCoeff() / unit.maxCoeff() - 1e-9);
    EXPECT_GE(exact[Ratio::theta].value, unit.minCoeff() / unit.maxCoeff() - 1e-9);

    const RatioBounds bounds = objective.proven_ratios(run, 6);
    EXPECT_GE(bounds[Ratio::gamma].lower, std::max(condition, unit.minCoeff()) - 1e-9);
    EXPECT_GE(bounds[Ratio::nu_check].lower, 1.0 / unit.maxCoeff() - 1e-9);
    EXPECT_GE(bounds[Ratio::theta].lower, unit.minCoeff() / unit.maxCoeff() - 1e-9);
  }
}

TEST(ProvenRatios, OfDependentColumnsClaimNothingForAllSetsButSomethingForSmallOnes) {
  const support::LinearShape wide{.rows = 60, .cols = 80};
  const auto data = support::random_linear_data(wide, 5);
  const LinearObjective objective(data.design, data.response, {.intercept = false, .threads = 1});
  const small::TestRun run(1);
  EXPECT_EQ(objective.proven_ratios(run, 80)[Ratio::gamma].lower, 0.0);
  EXPECT_GT(objective.proven_ratios(run, 2)[Ratio::gamma].lower, 0.1);
  EXPECT_NE(objective.proven_ratios(run, 2)[Ratio::gamma].why_lower.find("at most 2 items"),
            std::string::npos);
}

TEST(EigenvalueBounds, HoldForEverySubmatrix) {
  Random random(8);
  for (int round = 0; round < 20; ++round) {
    const Eigen::MatrixXd half =
        Eigen::MatrixXd::NullaryExpr(6, 5, [&] { return random.normal(); });
    Eigen::MatrixXd a = half.transpose() * half;
    if (round % 2 == 0) a = 0.05 * a + Eigen::MatrixXd::Identity(5, 5);
    const Matrix matrix(5, 5, {a.data(), a.data() + a.size()});
    for (Mask set = 1; set < 32; ++set) {
      const Items items = to_items(set);
      const Eigen::VectorXd own = eigenvalues(a(items, items));
      const auto bounds = linalg::bound_eigenvalues(matrix, items.size());
      EXPECT_LE(bounds.smallest, own.minCoeff() + 1e-12);
      EXPECT_GE(bounds.largest, own.maxCoeff() - 1e-12);
    }
    EXPECT_NEAR(linalg::bound_eigenvalues(matrix, 1).largest, a.diagonal().maxCoeff(), 1e-9);
  }
}

TEST(VarianceGain, IsTheGainAndLiesBetweenTheAppendixBounds) {
  const auto problem =
      support::variance_reduction_problem({Kernel::Shape::matern32, 1.0, 1.7}, 8, 5, 0.6, 2);
  const auto& objective = dynamic_cast<const VarianceReductionObjective&>(*problem.objective);
  for (Mask set = 0; set < 128; ++set) {
    const Items items = to_items(set);
    const VarianceGain gain = objective.gain_expression(7, items);
    const Items larger = slow::join(items, {7});
    const double direct = problem.definition(larger) - problem.definition(items);
    EXPECT_NEAR(gain.gain, direct, 1e-10);
    EXPECT_LE(gain.least, direct + 1e-10);
    EXPECT_GE(gain.most, direct - 1e-10);
    EXPECT_GE(gain.observation_variance, 0.6 - 1e-12);
    EXPECT_LE(gain.observation_variance, 0.6 + 1.7 + 1e-12);
    EXPECT_EQ(gain.covariances.size(), 5U);
  }
  EXPECT_THROW(objective.gain_expression(3, Items{1, 3}), std::invalid_argument);
}

TEST(RatioBounds, KeepTheBetterBoundAndItsReason) {
  RatioBounds bounds;
  bounds.at_least(Ratio::gamma, 0.4, "first");
  bounds.at_least(Ratio::gamma, 0.3, "second");
  bounds.at_most(Ratio::gamma, 1.5, "third");
  bounds.at_most(Ratio::gamma, 0.8, "fourth");
  EXPECT_EQ(bounds[Ratio::gamma].lower, 0.4);
  EXPECT_EQ(bounds[Ratio::gamma].why_lower, "first");
  EXPECT_EQ(bounds[Ratio::gamma].upper, 0.8);
  EXPECT_EQ(bounds[Ratio::gamma].why_upper, "fourth");
  bounds.at_least(Ratio::nu, 7.0, "cut");
  EXPECT_EQ(bounds[Ratio::nu].lower, 1.0);
}

TEST(RatioBounds, RelationsCarryBoundsOver) {
  RatioBounds bounds;
  bounds.at_most(Ratio::alpha_check, 0.25, "given");
  bounds.at_least(Ratio::nu_check, 0.5, "given");
  bounds.at_most(Ratio::nu_check, 0.6, "given");
  bounds.apply_relations();
  EXPECT_EQ(bounds[Ratio::gamma].lower, 0.75);
  EXPECT_EQ(bounds[Ratio::nu].lower, 0.75);
  EXPECT_EQ(bounds[Ratio::theta].lower, 0.375);
  EXPECT_EQ(bounds[Ratio::gamma_check].upper, 0.6);
  EXPECT_EQ(bounds[Ratio::alpha].lower, 0.4);
}

}  // namespace
}  // namespace holdfast
