#include "holdfast/theory/exact_ratios.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "holdfast/core/errors.hpp"
#include "tests/support/small_functions.hpp"

namespace holdfast {
namespace {

void expect_agreement(const small::SmallFunction& function, Item largest_set) {
  const small::TestRun run(1);
  const Ratios fast = exact_ratios(function.table, run, largest_set);
  const auto slow = slow::ratios(function.table.items, function.value(), largest_set);
  for (const Ratio ratio : all_ratios) {
    EXPECT_NEAR(fast[ratio].value, slow.at(ratio), 1e-12)
        << to_string(ratio) << " of " << function.label << ", sets up to " << largest_set;
    EXPECT_EQ(fast[ratio].kind, RatioKind::exact);
  }
}

TEST(ExactRatios, AgreeWithTheDefinitions) {
  for (const auto& function : small::of_every_kind(6, 5, 1))
    expect_agreement(function, function.table.items);
}

TEST(ExactRatios, OfSmallSetsOnlyAgreeWithTheDefinitions) {
  for (const auto& function : small::of_every_kind(5, 4, 2)) {
    for (Item largest = 1; largest < function.table.items; ++largest)
      expect_agreement(function, largest);
  }
}

TEST(ExactRatios, WitnessesAttainThem) {
  int witnesses = 0;
  for (const auto& function : small::of_every_kind(6, 20, 3)) {
    const Ratios ratios = exact_ratios(function.table, small::TestRun(1), function.table.items);
    for (const Ratio ratio : all_ratios) {
      const RatioValue& value = ratios[ratio];
      const double constant = is_curvature(ratio) ? 1.0 - value.value : value.value;
      if (!value.witness) {
        EXPECT_EQ(constant, 1.0) << to_string(ratio) << " of " << function.label;
        continue;
      }
      ++witnesses;
      const auto& [first, second, item] = *value.witness;
      EXPECT_NEAR(
          slow::ratio_at(ratio, function.table.items, function.value(), first, second, item),
          constant, 1e-12)
          << to_string(ratio) << " of " << function.label;
      if (is_curvature(ratio)) {
        EXPECT_FALSE(slow::contains(second, item));
        EXPECT_TRUE(slow::without(first, second).empty());
      } else {
        EXPECT_EQ(slow::without(first, second), first);
      }
    }
  }
  EXPECT_GT(witnesses, 100);
}

TEST(ExactRatios, AreTheSameForAnyNumberOfThreads) {
  const auto function = small::random_increments(10, 5);
  const Ratios one = exact_ratios(function.table, small::TestRun(1), 10);
  const Ratios three = exact_ratios(function.table, small::TestRun(3), 10);
  for (const Ratio ratio : all_ratios) {
    EXPECT_EQ(one[ratio].value, three[ratio].value);
    ASSERT_EQ(one[ratio].witness.has_value(), three[ratio].witness.has_value());
    if (!one[ratio].witness) continue;
    EXPECT_EQ(one[ratio].witness->first, three[ratio].witness->first);
    EXPECT_EQ(one[ratio].witness->second, three[ratio].witness->second);
    EXPECT_EQ(one[ratio].witness->item, three[ratio].witness->item);
  }
}

TEST(ExactRatios, ZeroOverZeroConstrainsNothing) {
  const auto nothing = small::from_values("zero", 3, [](Mask) { return 0.0; });
  const Ratios ratios = exact_ratios(nothing.table, small::TestRun(1), 3);
  for (const Ratio ratio : all_ratios)
    EXPECT_EQ(ratios[ratio].value, is_curvature(ratio) ? 0.0 : 1.0) << to_string(ratio);
}

TEST(ExactRatios, ZeroOverSomethingIsZero) {
  // Only both items together are worth anything.
  const auto both = small::from_values("both", 2, [](Mask set) { return set == 3 ? 1.0 : 0.0; });
  const Ratios ratios = exact_ratios(both.table, small::TestRun(1), 2);
  EXPECT_EQ(ratios[Ratio::gamma].value, 0.0);
  EXPECT_EQ(ratios[Ratio::nu].value, 0.0);
  EXPECT_EQ(ratios[Ratio::theta].value, 0.0);
  EXPECT_EQ(ratios[Ratio::alpha_check].value, 1.0);
  EXPECT_EQ(ratios[Ratio::gamma_check].value, 1.0);
  EXPECT_EQ(ratios[Ratio::alpha].value, 0.0);
}

TEST(ExactRatios, RoundingDifferencesCountAsZero) {
  // Beside the first item the second adds less than 1e-9 f(V): no gain, not a tiny one.
  const auto almost = small::from_values("almost", 2, [](Mask set) {
    return set == 3 ? 1.0 + 5e-10 : set == 1 ? 1.0 : 0.5;
  });
  EXPECT_EQ(exact_ratios(almost.table, small::TestRun(1), 2)[Ratio::alpha].value, 1.0);
}

TEST(ExactRatios, OfTwoItemsByHand) {
  // f(0) = 2, f(1) = 1, f(01) = 4.
  const auto pair = small::from_values("pair", 2, [](Mask set) {
    return set == 3 ? 4.0 : set == 1 ? 2.0 : 1.0;
  });
  const Ratios ratios = exact_ratios(pair.table, small::TestRun(1), 2);
  EXPECT_DOUBLE_EQ(ratios[Ratio::gamma].value, 0.75);
  EXPECT_DOUBLE_EQ(ratios[Ratio::nu].value, 0.75);
  EXPECT_DOUBLE_EQ(ratios[Ratio::theta].value, 0.75);
  EXPECT_DOUBLE_EQ(ratios[Ratio::alpha_check].value, 0.5);  // item 1: 1 alone, 2 with item 0
  EXPECT_DOUBLE_EQ(ratios[Ratio::alpha].value, 0.0);
  EXPECT_EQ(ratios[Ratio::alpha_check].witness->item, 1);
}

TEST(ExactRatios, OfFewItems) {
  const auto one = small::from_values("one", 1, [](Mask) { return 2.0; });
  EXPECT_EQ(exact_ratios(one.table, small::TestRun(1), 1)[Ratio::gamma].value, 1.0);
  const auto none = small::from_values("none", 0, [](Mask) { return 0.0; });
  EXPECT_EQ(exact_ratios(none.table, small::TestRun(1), 1)[Ratio::theta].value, 1.0);
}

TEST(ExactRatios, RefuseAnInvalidTable) {
  ValueTable table{3, std::vector<double>(7, 0.0)};
  EXPECT_THROW(exact_ratios(table, small::TestRun(1), 3), std::invalid_argument);
  EXPECT_THROW(exact_ratios(small::modular(3, 1).table, small::TestRun(1), 0),
               std::invalid_argument);
}

TEST(ExactRatios, CanBeStopped) {
  const std::atomic<bool> stop(true);
  const small::TestRun run(1, 0, &stop);
  EXPECT_THROW(exact_ratios(small::modular(3, 1).table, run, 3), Interrupted);
}

}  // namespace
}  // namespace holdfast
