#include "holdfast/tasks/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "holdfast/registry/ratio_options.hpp"
#include "holdfast/registry/registry.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/small_functions.hpp"

namespace holdfast {
namespace {

using registry::OptionValues;
using tasks::Explanation;

OptionValues algorithm(const std::string& name) {
  const auto& entry = registry::find_algorithm(name);
  return {entry.name, entry.options};
}

Explanation explain_choice(const Objective& objective, const OptionValues& options, Item k,
                           Item tau) {
  const small::TestRun run(1);
  const auto selection =
      registry::find_algorithm(options.owner()).make(options)->select(objective, {k, tau}, run);
  return tasks::explain(objective, options, selection, run);
}

TEST(Explain, PromisesNoMoreThanIsLeft) {
  for (const auto& function : small::of_every_kind(7, 12, 70)) {
    if (function.table.items < 4) continue;
    const auto objective = function.objective();
    for (const double beta : {1.0, 2.0, 3.0}) {
      OptionValues options = algorithm("oblivious-greedy");
      options.set("beta", beta);
      const Explanation found = explain_choice(*objective, options, 3, 1);
      const small::TestRun run(1);
      const auto selection = registry::find_algorithm("oblivious-greedy")
                                 .make(options)
                                 ->select(*objective, {3, 1}, run);
      const Items chosen = selection.items();
      double left = function.table[to_mask(chosen)];
      for (const Item item : chosen)
        left = std::min(left, function.table[to_mask(slow::without(chosen, {item}))]);
      const double slack = 1e-9 * function.table.values.back();
      if (found.at_least) {
        EXPECT_GE(left, *found.at_least - slack) << function.label;
      }
      const double robust = slow::robust_optimum(function.table.items, function.value(), 3, 1);
      if (const Guarantee* best = found.result.best()) {
        EXPECT_TRUE(best->proven);
        EXPECT_GE(left, best->value * robust - slack) << function.label;
        EXPECT_TRUE(found.why_none.empty());
      } else {
        EXPECT_FALSE(found.why_none.empty());
      }
      EXPECT_LE(found.ratios.largest_set, 6);
    }
  }
}

TEST(Explain, SaysWhyNothingIsPromised) {
  const auto problem = support::facility_location_problem(10, 8, 1);
  const auto why = [&](const std::string& name, Item k, Item tau) {
    return explain_choice(*problem.objective, algorithm(name), k, tau).why_none;
  };
  EXPECT_NE(why("oblivious", 4, 1).find("not about oblivious"), std::string::npos);
  EXPECT_NE(why("greedy", 4, 1).find("fewer than tau"), std::string::npos);
  EXPECT_NE(why("oblivious-greedy", 3, 3).find("tau >= k"), std::string::npos);
  EXPECT_EQ(why("oblivious-greedy", 4, 1), "");
}

TEST(Explain, GreedyWithoutDeletionsHasItsGuarantee) {
  const auto problem = support::facility_location_problem(10, 8, 1);
  const auto found = explain_choice(*problem.objective, algorithm("greedy"), 4, 0);
  ASSERT_NE(found.result.best(), nullptr);
  EXPECT_GT(found.result.best()->value, 0.6);
}

TEST(KnownRatioOptions, AreRatiosUnderTheirNames) {
  OptionValues options("guarantee", registry::known_ratio_options());
  EXPECT_FALSE(registry::any_ratio_given(options));
  options.set("gamma-check", 0.25);
  options.set("estimates", true);
  EXPECT_TRUE(registry::any_ratio_given(options));
  const KnownRatios known = registry::known_ratios(options);
  ASSERT_TRUE(known[Ratio::gamma_check]);
  EXPECT_EQ(known[Ratio::gamma_check]->value, 0.25);
  EXPECT_FALSE(known[Ratio::gamma_check]->proven);
  EXPECT_FALSE(known[Ratio::gamma]);
  EXPECT_THROW(options.set("nu", 1.5), std::invalid_argument);
}

}  // namespace
}  // namespace holdfast
