#include "holdfast/theory/value_table.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "holdfast/core/errors.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/small_functions.hpp"

namespace holdfast {
namespace {

TEST(ValueTable, HoldsTheDefinitionAtEverySetOfEveryObjective) {
  for (const auto& maker : support::problems_of_every_kind()) {
    const auto problem = maker.make(3);
    if (problem.size() > 9) continue;
    const ValueTable table = tabulate(*problem.objective, small::TestRun(1));
    ASSERT_EQ(table.values.size(), std::size_t{1} << problem.size());
    for (Mask set = 0; set < table.values.size(); ++set) {
      EXPECT_NEAR(table[set], problem.definition(to_items(set)), problem.allowed_error())
          << maker.label << ", set " << set;
    }
  }
}

TEST(ValueTable, EvaluatesEverySetOnce) {
  std::multiset<Items> seen;
  const FunctionObjective counted(6, [&](std::span<const Item> set) {
    seen.insert(Items(set.begin(), set.end()));
    return static_cast<double>(set.size());
  });
  seen.clear();
  const ValueTable table = tabulate(counted, small::TestRun(1));
  for (Mask set = 1; set < table.values.size(); ++set) EXPECT_GE(seen.count(to_items(set)), 1U);
  // A State of a user function asks once more for the value of the set it is at.
  EXPECT_LE(seen.size(), 2 * table.values.size());
}

TEST(ValueTable, RefusesManyItems) {
  const FunctionObjective large(ValueTable::most_items + 1,
                                [](std::span<const Item> set) { return double(set.size()); });
  EXPECT_THROW(tabulate(large, small::TestRun(1)), std::invalid_argument);
}

TEST(ValueTable, CanBeStopped) {
  const std::atomic<bool> stop(true);
  const small::TestRun run(1, 0, &stop);
  EXPECT_THROW(tabulate(*small::modular(4, 1).objective(), run), Interrupted);
}

TEST(ValueTable, BestValueIsTheOptimum) {
  for (const auto& function : small::of_every_kind(6, 5, 21)) {
    for (Item size = -1; size <= function.table.items; ++size) {
      const Mask allowed = 0b101101 & function.table.everything();
      EXPECT_EQ(best_value(function.table, allowed, size),
                slow::optimum(function.value(), to_items(allowed), size));
    }
  }
}

TEST(ValueTable, MasksAndItemsAgree) {
  EXPECT_EQ(to_items(0b10110), (Items{1, 2, 4}));
  EXPECT_EQ(to_mask(Items{4, 1, 2}), Mask{0b10110});
  EXPECT_TRUE(to_items(0).empty());
}

}  // namespace
}  // namespace holdfast
