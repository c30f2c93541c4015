#include "holdfast/theory/guarantees.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/core/random.hpp"
#include "tests/support/small_functions.hpp"

/// The formulas, their conditions and their shape. theorems_test.cpp checks that they are true.
namespace holdfast {
namespace {

KnownRatios all_known(double gamma, double alpha, double alpha_check, double nu, double nu_check,
                      double theta) {
  KnownRatios ratios;
  ratios.set(Ratio::gamma, gamma);
  ratios.set(Ratio::gamma_check, 1.0 - alpha);
  ratios.set(Ratio::alpha, alpha);
  ratios.set(Ratio::alpha_check, alpha_check);
  ratios.set(Ratio::nu, nu);
  ratios.set(Ratio::nu_check, nu_check);
  ratios.set(Ratio::theta, theta);
  return ratios;
}

const KnownRatios middling = all_known(0.8, 0.5, 0.3, 0.9, 0.6, 0.7);

double value_of(Statement statement, GuaranteeProblem problem, const KnownRatios& ratios) {
  const Guarantee found = guarantee(statement, problem, ratios);
  EXPECT_TRUE(found.applies) << to_string(statement) << ": " << found.why;
  return found.value;
}

void expect_refused(Statement statement, GuaranteeProblem problem, const KnownRatios& ratios,
                    const std::string& condition) {
  const Guarantee found = guarantee(statement, problem, ratios);
  EXPECT_FALSE(found.applies) << to_string(statement);
  EXPECT_FALSE(found.proven);
  EXPECT_NE(found.why.find(condition), std::string::npos)
      << to_string(statement) << ": " << found.why;
}

TEST(Guarantees, FormulasByHand) {
  // |S0| = 4, k - tau = 8.
  const GuaranteeProblem problem{10, 2, 2.0};
  const double x = 1.0 - std::exp(-0.8 * 6.0 / 8.0);
  const double p = 0.6 * 0.7 / (1.0 + 0.6 * 0.7);
  const double p_alternate = 0.6 * 0.9 / (1.0 + 0.6 * 0.9);
  const double x_limit = 1.0 - std::exp(-0.8 * (1.0 - 0.4) / (1.0 - 0.2));
  const double q = 0.6 * 0.9 * x;
  const double e = 1.0 - std::exp(-0.8);
  const auto expect = [&](Statement statement, double value) {
    EXPECT_NEAR(value_of(statement, problem, middling), value, 1e-14) << to_string(statement);
  };
  expect(Statement::lemma1, e);
  expect(Statement::theorem1, 0.7 * p * x / (1.0 + p * x));
  expect(Statement::theorem1_limit, 0.7 * p * x_limit / (1.0 + p * x_limit));
  expect(Statement::remark2, 0.7 * e / (1.0 + e));
  expect(Statement::corollary1, 0.49 * p_alternate * x / (1.0 + 0.7 * p_alternate * x));
  expect(Statement::corollary1_limit,
         0.49 * p_alternate * x_limit / (1.0 + 0.7 * p_alternate * x_limit));
  expect(Statement::corollary1_sublinear, 0.49 * e / (1.0 + 0.7 * e));
  expect(Statement::singletons, 0.7 * q / (1.0 + q));
  EXPECT_NEAR(value_of(Statement::singletons_robust, {10, 2, 1.0}, middling), 0.54 * e, 1e-14);
}

TEST(Guarantees, CurvatureByHand) {
  const auto submodular = [](double c) { return all_known(1.0, c, 0.0, 1.0, 1.0 - c, 1.0); };
  const double c = 0.4;
  EXPECT_NEAR(value_of(Statement::curvature, {20, 3, 1.0}, submodular(c)),
              0.6 * (1.0 - std::exp(-c)) / c, 1e-14);
  EXPECT_NEAR(value_of(Statement::curvature, {20, 3, 1.0}, submodular(1.0)),
              0.25 * (1.0 - std::exp(-1.0)), 1e-14);  // 1/(1+tau)
  EXPECT_NEAR(value_of(Statement::curvature, {20, 18, 1.0}, submodular(1.0)),
              0.5 * (1.0 - std::exp(-1.0)), 1e-14);  // 1/(k-tau)
  EXPECT_EQ(value_of(Statement::curvature, {20, 3, 1.0}, submodular(0.0)), 1.0);
}

TEST(Guarantees, RemarkTwoOfSubmodularFunctionsIs03873) {
  KnownRatios ratios;
  ratios.set(Ratio::gamma, 1.0);
  ratios.set(Ratio::theta, 1.0);
  EXPECT_NEAR(value_of(Statement::remark2, {100, 1, 5.0}, ratios), 0.3873, 1e-4);
  EXPECT_NEAR(value_of(Statement::corollary1_sublinear, {100, 1, 5.0}, ratios), 0.3873, 1e-4);
}

TEST(Guarantees, FailedConditionsAreNamed) {
  const auto everywhere = [&](GuaranteeProblem problem, const std::string& condition) {
    expect_refused(Statement::theorem1, problem, middling, condition);
    expect_refused(Statement::corollary1, problem, middling, condition);
  };
  everywhere({10, 2, 1.0}, "beta > 1");
  everywhere({10, 2, 0.5}, "beta > 1");
  everywhere({10, 6, 2.0}, "ceil(beta tau) <= k");
  everywhere({10, 10, 1.1}, "tau < k");
  expect_refused(Statement::theorem1_limit, {10, 5, 2.0}, middling, "beta tau/k < 1");
  expect_refused(Statement::corollary1_limit, {10, 2, 1.0}, middling, "beta > 1");
  expect_refused(Statement::singletons, {10, 4, 0.5}, middling, "|S0| >= tau");
  expect_refused(Statement::singletons, {4, 4, 1.0}, middling, "tau < k");
  expect_refused(Statement::singletons_robust, {10, 2, 2.0}, middling, "|S0| = tau");
  expect_refused(Statement::curvature, {10, 2, 1.0}, middling, "submodular");
  expect_refused(Statement::curvature, {10, 2, 2.0}, all_known(1, 0.5, 0, 1, 0.5, 1), "|S0| = tau");
  expect_refused(Statement::remark2, {10, 2, 2.0}, all_known(0.5, 1, 1.0, 0.5, 0.5, 0.5),
                 "alpha_check < 1");
  expect_refused(Statement::remark2, {10, 2, 2.0}, all_known(0.5, 1, 0.5, 0.5, 0.0, 0.5),
                 "nu_check > 0");
  expect_refused(Statement::corollary1_sublinear, {10, 2, 2.0},
                 all_known(0.0, 1, 0.5, 0.0, 0.5, 0.5), "nu > 0");
  expect_refused(Statement::lemma1, {0, 0, 1.0}, middling, "k > 0");
}

TEST(Guarantees, UnknownRatiosAreNamed) {
  KnownRatios ratios;
  ratios.set(Ratio::gamma, 0.5);
  expect_refused(Statement::theorem1, {10, 2, 2.0}, ratios, "nu_check is not known");
  expect_refused(Statement::remark2, {10, 2, 2.0}, ratios, "theta is not known");
  EXPECT_TRUE(guarantee(Statement::lemma1, {10, 2, 2.0}, ratios).applies);
}

TEST(Guarantees, AtTheUsualBetaOnlyOurBoundsApply) {
  for (const double beta : {1.0, 0.5}) {
    EXPECT_FALSE(guarantee(Statement::theorem1, {40, 10, beta}, middling).applies);
    EXPECT_FALSE(guarantee(Statement::corollary1, {40, 10, beta}, middling).applies);
  }
  EXPECT_GT(value_of(Statement::singletons, {40, 10, 1.0}, middling), 0.0);
}

TEST(Guarantees, FromEstimatesAreEstimates) {
  KnownRatios ratios = middling;
  ratios.set(Ratio::alpha_check, 0.3, false);
  EXPECT_FALSE(guarantee(Statement::theorem1, {10, 2, 2.0}, ratios).proven);
  EXPECT_TRUE(guarantee(Statement::corollary1, {10, 2, 2.0}, ratios).proven);
  EXPECT_TRUE(guarantee(Statement::singletons, {10, 2, 2.0}, ratios).proven);
}

TEST(Guarantees, GrowWithEveryRatioAndFallWithCurvature) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const auto k = static_cast<Item>(2 + random.below(60));
    const auto tau = static_cast<Item>(1 + random.below(static_cast<std::uint64_t>(k)));
    const GuaranteeProblem problem{k, tau, random.uniform(0.0, 4.0)};
    KnownRatios low = middling;
    for (const Ratio ratio : all_ratios) low.set(ratio, random.uniform(0.01, 0.99));
    for (const Ratio ratio : all_ratios) {
      KnownRatios high = low;
      const double value = low[ratio]->value;
      high.set(ratio, is_curvature(ratio) ? value * random.uniform()
                                          : value + (0.999 - value) * random.uniform());
      for (const Statement statement : all_statements) {
        const Guarantee before = guarantee(statement, problem, low);
        const Guarantee after = guarantee(statement, problem, high);
        EXPECT_EQ(before.applies, after.applies);
        EXPECT_GE(after.value, before.value - 1e-15)
            << to_string(statement) << " as " << to_string(ratio) << " improves";
        EXPECT_LE(after.value, 1.0);
      }
    }
  }
}

TEST(Guarantees, OfLargeKApproachTheLimit) {
  for (const bool is_theorem : {true, false}) {
    const Statement finite = is_theorem ? Statement::theorem1 : Statement::corollary1;
    const Statement limit = is_theorem ? Statement::theorem1_limit : Statement::corollary1_limit;
    double last_gap = 1.0;
    for (const Item k : {30, 300, 3000, 300000}) {
      // tau/k is one tenth, and beta tau is not a whole number.
      const GuaranteeProblem problem{k, k / 10, 2.17};
      const double gap =
          std::abs(value_of(finite, problem, middling) - value_of(limit, problem, middling));
      EXPECT_LE(gap, last_gap + 1e-12);
      last_gap = gap;
    }
    EXPECT_LT(last_gap, 1e-5);
  }
}

TEST(Guarantees, OfSlowlyGrowingTauApproachRemarkTwo) {
  const Item k = 2'000'000'000;
  const double beta = 10'000.0;  // at least log k; tau = 1 is o(k/beta)
  EXPECT_NEAR(value_of(Statement::theorem1, {k, 1, beta}, middling),
              value_of(Statement::remark2, {k, 1, beta}, middling), 1e-3);
  EXPECT_NEAR(value_of(Statement::corollary1, {k, 1, beta}, middling),
              value_of(Statement::corollary1_sublinear, {k, 1, beta}, middling), 1e-3);
}

TEST(Guarantees, SizeOfTheGuardIsRoundedUpDespiteRoundingErrors) {
  EXPECT_EQ(guard_size({100, 50, 1.1}), 55);
  EXPECT_EQ(guard_size({100, 5, 0.5}), 3);
  EXPECT_EQ(guard_size({100, 0, 7.0}), 0);
  EXPECT_EQ(guard_size({100, 10, 1e300}), std::int64_t{1} << 53);
}

TEST(Guarantees, RefuseAnInvalidProblem) {
  EXPECT_THROW(guarantees({-1, 0, 1.0}, middling), std::invalid_argument);
  EXPECT_THROW(guarantees({1, -1, 1.0}, middling), std::invalid_argument);
  EXPECT_THROW(guarantees({1, 0, -0.5}, middling), std::invalid_argument);
  EXPECT_THROW(guarantees({1, 0, std::nan("")}, middling), std::invalid_argument);
  KnownRatios ratios;
  EXPECT_THROW(ratios.set(Ratio::gamma, 1.01), std::invalid_argument);
  EXPECT_THROW(ratios.set(Ratio::gamma, std::nan("")), std::invalid_argument);
}

TEST(KnownRatios, AreCompletedByTheirRelations) {
  KnownRatios submodular;
  submodular.set(Ratio::alpha_check, 0.0);
  submodular.complete();
  EXPECT_EQ(submodular[Ratio::gamma]->value, 1.0);
  EXPECT_EQ(submodular[Ratio::theta]->value, 1.0);
  EXPECT_FALSE(submodular[Ratio::nu_check]);

  KnownRatios some;
  some.set(Ratio::alpha_check, 0.2, false);
  some.set(Ratio::alpha, 0.7);
  some.complete();
  EXPECT_DOUBLE_EQ(some[Ratio::nu]->value, 0.8);
  EXPECT_FALSE(some[Ratio::nu]->proven);
  EXPECT_DOUBLE_EQ(some[Ratio::nu_check]->value, 0.3);
  EXPECT_TRUE(some[Ratio::nu_check]->proven);
  EXPECT_DOUBLE_EQ(some[Ratio::theta]->value, 0.24);
  EXPECT_FALSE(some[Ratio::theta]->proven);
}

TEST(KnownRatios, TakeTheSampledSideOnlyAsAnEstimate) {
  Ratios ratios;
  ratios[Ratio::gamma].value = 0.2;
  ratios[Ratio::gamma].kind = RatioKind::lower_bound;
  ratios[Ratio::gamma].range = {0.2, 0.6, "proven", "sampled"};
  EXPECT_EQ(KnownRatios(ratios)[Ratio::gamma]->value, 0.2);
  EXPECT_TRUE(KnownRatios(ratios)[Ratio::gamma]->proven);
  EXPECT_EQ(KnownRatios(ratios, true)[Ratio::gamma]->value, 0.6);
  EXPECT_FALSE(KnownRatios(ratios, true)[Ratio::gamma]->proven);
}

TEST(BestBeta, IsNoWorseThanAnyOther) {
  Random random(6);
  for (int round = 0; round < 40; ++round) {
    const auto k = static_cast<Item>(2 + random.below(30));
    const auto tau = static_cast<Item>(1 + random.below(static_cast<std::uint64_t>(k - 1)));
    KnownRatios ratios = middling;
    for (const Ratio ratio : all_ratios) ratios.set(ratio, random.uniform(0.05, 1.0));
    for (const auto only : {std::optional<Statement>{}, std::optional{Statement::theorem1},
                            std::optional{Statement::corollary1}}) {
      const auto best = best_beta(k, tau, ratios, only);
      for (double beta = 0.0; beta <= static_cast<double>(k) / tau; beta += 0.037) {
        const auto all = guarantees({k, tau, beta}, ratios);
        for (const Guarantee& one : all) {
          if (!one.applies || is_limit(one.statement) || one.statement == Statement::lemma1)
            continue;
          if (only && one.statement != *only) continue;
          ASSERT_TRUE(best || one.value == 0.0);
          if (best) {
            EXPECT_LE(one.value, best->guarantee.value + 1e-12);
          }
        }
      }
      if (best) {
        EXPECT_EQ(guarantee(best->guarantee.statement, {k, tau, best->beta}, ratios).value,
                  best->guarantee.value);
      }
    }
  }
}

TEST(BestBeta, IsAbsentWhereNothingIsGuaranteed) {
  EXPECT_FALSE(best_beta(5, 5, middling));
  EXPECT_FALSE(best_beta(5, 2, all_known(0.0, 1.0, 1.0, 0.0, 0.2, 0.0)));
}

}  // namespace
}  // namespace holdfast
