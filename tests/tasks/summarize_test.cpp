// Summaries as a task, and choices from them after deletions.

#include "holdfast/tasks/summarize.hpp"

#include <gmock/gmock.h>

#include "holdfast/registry/registry.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::tasks {
namespace {

SelectRequest asking(Item k, Item tau, const char* algorithm) {
  const auto& chooser = registry::find_algorithm(algorithm);
  const auto& judge = registry::find_adversary("strong");
  return {.problem = {k, tau},
          .algorithm = {chooser.name, chooser.options},
          .adversary = {judge.name, judge.options}};
}

BuiltObjective built(const support::TestProblem& problem) { return {problem.objective, {}, {}}; }

TEST(Summarize, TheChoiceIsFromWhatIsLeft) {
  const auto problem = support::coverage_problem(60, 18, true, 3);
  const auto f = support::memoized(problem.size(), problem.definition);
  const holdfast::Run run;
  const auto result = summarize(*problem.objective, {{4, 2, 0.5}}, run);
  const Items items = result.summary.items();
  const Items deleted{items[0], items[3]};
  for (const Item tau : {0, 1}) {
    const auto choice = choose_from_summary(built(problem), items, result.summary.levels, 0.5,
                                            deleted, asking(4, tau, "auto"), run);
    EXPECT_EQ(choice.left, difference(items, deleted));
    Items chosen;
    for (const Item item : choice.selected.judged.selection.items())
      chosen.push_back(choice.left[support::at(item)]);
    EXPECT_EQ(chosen.size(), 4U);
    EXPECT_TRUE(difference(chosen, choice.left).empty());
    EXPECT_NEAR(choice.selected.judged.worst().value, support::worst_value(f, chosen, tau), 1e-9);
    double best = 0.0;
    support::for_each_subset(choice.left, 4, [&](const Items& set) {
      best = std::max(best, support::worst_value(f, set, tau));
    });
    EXPECT_GE(choice.selected.judged.worst().value, 0.95 * best);
  }
}

/// The worst possible algorithm is replaced by the papers' rule.
TEST(Summarize, TheRuleOfThePapersIsTakenWhereItIsBetter) {
  int taken = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto problem = support::coverage_problem(60, 18, true, seed);
    const holdfast::Run run;
    const auto result = summarize(*problem.objective, {{5, 1, 0.3}}, run);
    const Items items = result.summary.items();
    const auto oblivious = choose_from_summary(built(problem), items, result.summary.levels, 0.3,
                                               {}, asking(5, 0, "oblivious"), run);
    const Items own =
        choose_by_thresholds(*problem.objective, result.summary.levels, items, {5, 0}, 0.3, run);
    EXPECT_GE(oblivious.selected.judged.selection.value,
              problem.objective->value(own) * (1.0 - 1e-9));
    taken += oblivious.by_thresholds ? 1 : 0;
  }
  EXPECT_GT(taken, 0);
}

TEST(Summarize, PartsTogetherAndThreads) {
  const auto problem = support::facility_location_problem(40, 200, 1);
  const holdfast::Run one(support::run_options(5, 1));
  const holdfast::Run two(support::run_options(5, 2));
  for (const SummaryRequest& request :
       {SummaryRequest{{5, 2, 0.5}, false, 3}, SummaryRequest{{5, 2, 0.5}, true}}) {
    const auto result = summarize(*problem.objective, request, one);
    EXPECT_EQ(result.summary.items(), summarize(*problem.objective, request, two).summary.items());
    EXPECT_GT(result.evaluations, 0);
  }
  const auto parts = summarize(*problem.objective, {{5, 2, 0.5}, false, 3}, one).summary;
  EXPECT_EQ(parts.largest.size(), 6U);
  const auto choice = choose_from_summary(built(problem), parts.items(), parts.levels, 0.5,
                                          parts.largest, asking(5, 0, "greedy"), one);
  const auto all = registry::make_algorithm(asking(5, 0, "greedy").algorithm)
                       ->select(*problem.objective, {5, 0}, one);
  EXPECT_GE(choice.selected.judged.selection.value, 0.9 * all.value);
}

TEST(Summarize, RefusesWhatNoSummaryKnows) {
  const auto problem = support::coverage_problem(30, 6, true, 1);
  const holdfast::Run run;
  const auto refuse = [&](const SummaryRequest& request, const char* word) {
    support::expect_refusal([&] { summarize(*problem.objective, request, run); }, {word});
  };
  refuse({{2, 1, 0.5}, false, 0}, "part");
  refuse({{2, 1, 0.5}, true, 2}, "one part");
  SummaryRequest priced{{2, 1, 0.5}};
  priced.constraints.costs.assign(6, 1.0);
  refuse(priced, "prices");
  SummaryRequest needed{{2, 1, 0.5}};
  needed.constraints.must = {1};
  refuse(needed, "must-haves");
  SelectRequest asked = asking(2, 0, "greedy");
  asked.problem.constraints.must = {5};
  support::expect_refusal(
      [&] {
        choose_from_summary(built(problem), Items{0, 1, 2}, {}, 0.5, {}, asked, run);
      },
      {"must-have 5"});
}

}  // namespace
}  // namespace holdfast::tasks
