// Covering objectives: what rows lose, the relaxation's bound, and branch and bound on it, each
// against the definition.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "holdfast/attacks/covering_bound.hpp"
#include "holdfast/attacks/covering_branch_and_bound.hpp"
#include "holdfast/attacks/covering_rows.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/try_all.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/objectives/covering/coverage.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::TestProblem;

std::vector<TestProblem> covering_problems(std::uint64_t seed) {
  std::vector<TestProblem> problems;
  problems.push_back(support::facility_location_problem(25, 12, seed));
  problems.push_back(support::coverage_problem(30, 12, false, seed));
  problems.push_back(support::coverage_problem(30, 12, true, seed));
  problems.push_back(support::grouped_problem(support::facility_location_problem(20, 16, seed),
                                              {{0, 5, 9}, {1, 2}, {14, 3}}));
  return problems;
}

CoveringRows rows_of(const TestProblem& problem, const Items& set, Item tau) {
  const ItemStructure structure = problem.objective->structure();
  return {*structure.as<CoveringStructure>(), structure.blocks, set, tau};
}

std::vector<char> marks(const Items& set, const Items& deleted) {
  std::vector<char> result;
  for (const Item item : set) result.push_back(holds(deleted, item) ? 1 : 0);
  return result;
}

/// Calls check(problem, set, tau) for problems of every covering kind.
template <class Check>
void for_each_case(const Check& check) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (const TestProblem& problem : covering_problems(seed)) {
      Random random(seed, 3);
      const Items set = support::random_set(random, problem.size(), 10);
      for (const Item tau : {1, 2, 3, 5, 9}) {
        SCOPED_TRACE(testing::Message() << problem.label << ", seed " << seed << ", tau " << tau);
        check(problem, set, tau);
      }
    }
  }
}

TEST(Covering, RowsLoseWhatTheDefinitionLoses) {
  for_each_case([](const TestProblem& problem, const Items& set, Item tau) {
    const CoveringRows rows = rows_of(problem, set, tau);
    Random random(7, static_cast<std::uint64_t>(tau));
    for (int draw = 0; draw < 20; ++draw) {
      Items deleted;
      for (const Item place : support::random_set(random, 10, static_cast<std::size_t>(tau)))
        deleted.push_back(set[support::at(place)]);
      const double lost = problem.definition(set) - problem.definition(difference(set, deleted));
      EXPECT_NEAR(rows.loss(marks(set, deleted)), lost, problem.allowed_error());
    }
  });
}

TEST(Covering, EveryPassBoundsWhatCanBeLost) {
  for_each_case([](const TestProblem& problem, const Items& set, Item tau) {
    const CoveringRows rows = rows_of(problem, set, tau);
    const auto f = support::memoized(problem.size(), problem.definition);
    const double most = problem.definition(set) - support::worst_value(f, set, tau);
    CoveringBound bound(rows);
    std::vector<Fate> fates(set.size(), Fate::open);
    for (int pass = 0; pass < 30; ++pass) {
      bound.pass(fates, static_cast<std::size_t>(tau));
      EXPECT_GE(bound.most_lost(fates, static_cast<std::size_t>(tau)),
                most - problem.allowed_error());
    }
  });
}

/// The bound with some members decided is at least what the best completion loses.
TEST(Covering, DecidedMembersAreCounted) {
  for_each_case([](const TestProblem& problem, const Items& set, Item tau) {
    if (tau < 3) return;
    const CoveringRows rows = rows_of(problem, set, tau);
    std::vector<Fate> fates(set.size(), Fate::open);
    fates[0] = Fate::deleted;
    fates[1] = Fate::kept;
    CoveringBound bound(rows);
    const auto more = static_cast<std::size_t>(tau) - 1;
    for (int pass = 0; pass < 10; ++pass) bound.pass(fates, more);
    const auto f = support::memoized(problem.size(), problem.definition);
    const Items others(set.begin() + 2, set.end());
    double least = f.value(set);
    support::for_each_subset(others, more, [&](const Items& chosen) {
      Items deleted = chosen;
      deleted.push_back(set[0]);
      least = std::min(least, f.value(difference(set, deleted)));
    });
    EXPECT_GE(bound.most_lost(fates, more), f.value(set) - least - problem.allowed_error());
  });
}

TEST(Covering, ConvergesToTheRelaxation) {
  // Element 0 is covered by items 0 and 1, element 1 by 1 and 2, element 2 by 2 and 0. Two
  // deletions lose one element; the relaxation deletes two thirds of each item and of each element.
  const CoverageObjective triangle(
      SparseMatrix(3, 3, {0, 2, 4, 6}, {0, 2, 0, 1, 1, 2}, {1, 1, 1, 1, 1, 1}));
  const ItemStructure structure = triangle.structure();
  const CoveringRows rows(*structure.as<CoveringStructure>(), {}, Items{0, 1, 2}, 2);
  const std::vector<Fate> fates(3, Fate::open);
  CoveringBound bound(rows);
  for (int pass = 0; pass < 200; ++pass) bound.pass(fates, 2);
  EXPECT_NEAR(bound.most_lost(fates, 2), 2.0, 1e-6);
  EXPECT_NEAR(*std::ranges::max_element(bound.charges()), 1.0, 1e-6);
}

TEST(Covering, BranchAndBoundFindsTheWorst) {
  for_each_case([](const TestProblem& problem, const Items& set, Item tau) {
    const holdfast::Run run;
    const CoveringRows rows = rows_of(problem, set, tau);
    const auto f = support::memoized(problem.size(), problem.definition);
    const double scale = f.value(set);
    CoveringBranchAndBound search(rows, static_cast<std::size_t>(tau), scale, run);
    search.run(1'000'000);
    EXPECT_TRUE(search.complete());
    EXPECT_EQ(std::accumulate(search.worst().begin(), search.worst().end(), 0), tau);
    EXPECT_NEAR(scale - search.loss(), support::worst_value(f, set, tau), problem.allowed_error());
  });
}

TEST(Covering, AnUnfinishedSearchBoundsTheTruth) {
  for_each_case([](const TestProblem& problem, const Items& set, Item tau) {
    const holdfast::Run run;
    const CoveringRows rows = rows_of(problem, set, tau);
    const auto f = support::memoized(problem.size(), problem.definition);
    const double lost = f.value(set) - support::worst_value(f, set, tau);
    for (const std::int64_t nodes : {0, 1, 2, 5}) {
      CoveringBranchAndBound search(rows, static_cast<std::size_t>(tau), f.value(set), run);
      search.know(marks(set, {set.begin(), set.begin() + tau}));
      search.run(nodes);
      EXPECT_GE(search.most_lost(), lost - problem.allowed_error());
      EXPECT_LE(search.loss(), lost + problem.allowed_error());
    }
  });
}

TEST(Covering, ExchangesAreThoseOfTheStates) {
  for_each_case([](const TestProblem& problem, const Items& set, Item tau) {
    const holdfast::Run run;
    const auto game = make_game(*problem.objective, run, set);
    game->move_to(set);
    const auto f = support::memoized(problem.size(), problem.definition);
    const Items deleted(set.begin(), set.begin() + tau);
    const Exchange best = game->best_exchange(deleted);
    double least = f.value(difference(set, deleted));
    EXPECT_NEAR(best.value, least, problem.allowed_error());
    for (const Item spared : deleted) {
      for (const Item taken : difference(set, deleted)) {
        Items exchanged = deleted;
        *std::ranges::find(exchanged, spared) = taken;
        least = std::min(least, f.value(difference(set, exchanged)));
      }
    }
    double found = best.value;
    if (best.spared >= 0) {
      Items exchanged = deleted;
      *std::ranges::find(exchanged, best.spared) = best.taken;
      found = f.value(difference(set, exchanged));
    }
    EXPECT_NEAR(found, least, problem.allowed_error());
  });
}

/// Larger than enumeration allows in the other tests: `strong` proves it, as `exact` does.
TEST(Covering, StrongProvesWhatExactProves) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const TestProblem problem = support::facility_location_problem(120, 40, seed);
    const holdfast::Run run;
    const auto state = problem.objective->start_at(run, problem.objective->all_items());
    const Deletion exact = Exact().attack(*state, 8);
    const Deletion strong = Strong().attack(*state, 8);
    EXPECT_TRUE(exact.proven);
    EXPECT_TRUE(strong.proven);
    EXPECT_NEAR(strong.value, exact.value, problem.allowed_error());
  }
}

}  // namespace
}  // namespace holdfast
