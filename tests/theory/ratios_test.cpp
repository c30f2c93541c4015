#include "holdfast/theory/ratios.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "holdfast/theory/exact_ratios.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/small_functions.hpp"

namespace holdfast {
namespace {

TEST(SampledRatios, BoundTheExactOnesFromTheirSide) {
  const small::TestRun run(1, 5);
  for (const auto& function : small::of_every_kind(7, 12, 30)) {
    const Item size = function.table.items;
    for (const Item largest : {size, (size + 1) / 2}) {
      const Ratios exact = exact_ratios(function.table, run, largest);
      const SampledRatios sampled =
          sampled_ratios(*function.objective(), run, largest, {.chains = 8});
      EXPECT_GT(sampled.pairs, 0);
      for (const Ratio ratio : all_ratios) {
        SCOPED_TRACE(function.label + ": " + to_string(ratio));
        if (is_curvature(ratio)) {
          EXPECT_LE(sampled.bounds[ratio].lower, exact[ratio].value + 1e-9);
          EXPECT_EQ(sampled.bounds[ratio].upper, 1.0);
        } else {
          EXPECT_GE(sampled.bounds[ratio].upper, exact[ratio].value - 1e-9);
          EXPECT_EQ(sampled.bounds[ratio].lower, 0.0);
        }
      }
    }
  }
}

TEST(SampledRatios, FindTheTruthOnThreeItems) {
  const small::TestRun run(1);
  const auto function = small::random_increments(3, 2);
  const Ratios exact = exact_ratios(function.table, run, 3);
  const auto sampled = sampled_ratios(*function.objective(), run, 3, {.chains = 300});
  EXPECT_NEAR(sampled.bounds[Ratio::gamma].upper, exact[Ratio::gamma].value, 1e-12);
  EXPECT_NEAR(sampled.bounds[Ratio::theta].upper, exact[Ratio::theta].value, 1e-12);
  EXPECT_NEAR(sampled.bounds[Ratio::alpha].lower, exact[Ratio::alpha].value, 1e-12);
  EXPECT_NEAR(sampled.bounds[Ratio::alpha_check].lower, exact[Ratio::alpha_check].value, 1e-12);
}

TEST(SampledRatios, RefuseNoChains) {
  const auto objective = small::modular(3, 1).objective();
  EXPECT_THROW(sampled_ratios(*objective, small::TestRun(1), 3, {.chains = 0}),
               std::invalid_argument);
}

TEST(TotalCurvature, IsAlphaOfSubmodularFunctions) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const auto& function :
         {small::coverage(6, seed), small::facility_location(6, seed), small::modular(6, seed)}) {
      const small::TestRun run(1);
      EXPECT_NEAR(total_curvature(*function.objective(), run),
                  exact_ratios(function.table, run, 6)[Ratio::alpha].value, 1e-9);
    }
  }
}

TEST(Ratios, OfSmallGroundSetsAreExact) {
  const small::TestRun run(1);
  const auto function = small::random_increments(6, 3);
  const Ratios direct = exact_ratios(function.table, run, 6);
  const Ratios found = ratios(*function.objective(), run);
  for (const Ratio ratio : all_ratios) {
    EXPECT_EQ(found[ratio].kind, RatioKind::exact);
    EXPECT_NEAR(found[ratio].value, direct[ratio].value, 1e-12);
    EXPECT_TRUE(found[ratio].is_safe(ratio));
  }
}

TEST(Ratios, SayWhenADifferenceCountsAsZero) {
  // Modular, so gamma is 1 by its definition; but the small gains count as zero one by one, not
  // together.
  ValueTable table;
  table.items = 3;
  const double worth[] = {1.0, 0.6e-9, 0.6e-9};
  for (int set = 0; set < 8; ++set) {
    double value = 0.0;
    for (int item = 0; item < 3; ++item) value += (set >> item & 1) != 0 ? worth[item] : 0.0;
    table.values.push_back(value);
  }
  const small::TestRun run(1, 1);
  const Ratios found = exact_ratios(table, run, 3);
  EXPECT_EQ(found[Ratio::gamma].value, 0.0);
  EXPECT_THAT(found[Ratio::gamma].why, testing::HasSubstr("counts as zero"));
  EXPECT_THAT(found[Ratio::alpha].why, testing::Not(testing::HasSubstr("counts as zero")));
}

/// The same objective with and without enumeration: the labels must be true. (Not where scales
/// differ so much that true gains count as zero in the enumeration.)
TEST(Ratios, OfLargerGroundSetsAreLabelledTruthfully) {
  const small::TestRun run(1, 1);
  for (const auto& maker : support::problems_of_every_kind()) {
    const auto problem = maker.make(7);
    if (problem.size() > 10 || maker.label == "linear_unlike_scales") continue;
    const Ratios exact = ratios(*problem.objective, run);
    const Ratios bounded = ratios(*problem.objective, run, {.exact_up_to = 0});
    for (const Ratio ratio : all_ratios) {
      SCOPED_TRACE(maker.label + ": " + to_string(ratio));
      const RatioValue& value = bounded[ratio];
      EXPECT_LE(value.range.lower, exact[ratio].value + 1e-7);
      EXPECT_GE(value.range.upper, exact[ratio].value - 1e-7);
      EXPECT_FALSE(value.why.empty());
      if (value.kind == RatioKind::exact) {
        EXPECT_NEAR(value.value, exact[ratio].value, 1e-7);
      }
      if (value.kind == RatioKind::lower_bound) {
        EXPECT_EQ(value.value, value.range.lower);
      }
      if (value.kind == RatioKind::upper_bound) {
        EXPECT_EQ(value.value, value.range.upper);
      }
    }
  }
}

TEST(Ratios, OfSubmodularObjectivesAreKnownWithoutEnumeration) {
  const auto problem = support::facility_location_problem(30, 40, 2);
  const Ratios found = ratios(*problem.objective, small::TestRun(1));
  for (const Ratio ratio : {Ratio::gamma, Ratio::nu, Ratio::theta}) {
    EXPECT_EQ(found[ratio].kind, RatioKind::exact);
    EXPECT_EQ(found[ratio].value, 1.0);
  }
  EXPECT_EQ(found[Ratio::alpha_check].value, 0.0);
  EXPECT_EQ(found[Ratio::alpha].kind, RatioKind::exact);
  EXPECT_EQ(found[Ratio::nu_check].kind, RatioKind::lower_bound);
}

TEST(Ratios, OfUnknownFunctionsAreEstimates) {
  const auto function = small::supermodular(8, 4);
  const Ratios found = ratios(*function.objective(), small::TestRun(1), {.exact_up_to = 4});
  EXPECT_EQ(found[Ratio::gamma].kind, RatioKind::upper_bound);
  EXPECT_FALSE(found[Ratio::gamma].is_safe(Ratio::gamma));
  EXPECT_EQ(found[Ratio::alpha_check].kind, RatioKind::lower_bound);
  EXPECT_FALSE(found[Ratio::alpha_check].is_safe(Ratio::alpha_check));
  EXPECT_EQ(found[Ratio::nu_check].kind, RatioKind::lower_bound);
  EXPECT_TRUE(found[Ratio::nu_check].is_safe(Ratio::nu_check));
}

TEST(Ratios, RefuseInvalidOptions) {
  const auto objective = small::modular(3, 1).objective();
  const small::TestRun run(1);
  EXPECT_THROW(ratios(*objective, run, {.exact_up_to = 21}), std::invalid_argument);
  EXPECT_THROW(ratios(*objective, run, {.largest_set = -1}), std::invalid_argument);
}

}  // namespace
}  // namespace holdfast
