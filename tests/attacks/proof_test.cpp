// Branch and bound against trying everything, for every objective, and what is claimed without a
// proof.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::TestProblem;

class Proofs : public testing::TestWithParam<support::ProblemMaker> {
 protected:
  template <class Check>
  void for_each_case(const Check& check) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const TestProblem problem = GetParam().make(seed);
      const holdfast::Run run;
      Random random(seed, 9);
      const Item size = std::min<Item>(problem.size(), 8);
      const Items set = support::random_set(random, problem.size(), size);
      const auto game = make_game(*problem.objective, run, set);
      game->move_to(set);
      const auto f = support::memoized(problem.size(), problem.definition);
      for (Item tau = 1; tau < size; ++tau) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", tau " << tau);
        check(problem, *game, set, tau, support::worst_value(f, set, tau));
      }
    }
  }
};

TEST_P(Proofs, BranchAndBoundFindsTheWorst) {
  for_each_case([](const TestProblem& problem, Game& game, const Items&, Item tau, double worst) {
    // A poor start, so that there is something to find.
    const Deletion known = greedy_min(game, tau, std::span(game.set()).first(1));
    const Deletion proof = game.prove(known, 1'000'000);
    EXPECT_TRUE(proof.proven);
    EXPECT_EQ(proof.items.size(), static_cast<std::size_t>(tau));
    EXPECT_NEAR(proof.value, worst, 10 * problem.allowed_error());
    EXPECT_NEAR(proof.at_least, worst, 10 * problem.allowed_error());
  });
}

TEST_P(Proofs, TheIntervalContainsTheWorstValue) {
  for_each_case([](const TestProblem& problem, Game& game, const Items&, Item tau, double worst) {
    for (const std::int64_t nodes : {1, 3, 10}) {
      const Deletion known = greedy_min(game, tau, std::span(game.set()).last(1));
      const Deletion proof = game.prove(known, nodes);
      EXPECT_LE(proof.at_least, worst + 10 * problem.allowed_error());
      EXPECT_GE(proof.value, worst - 10 * problem.allowed_error());
      EXPECT_TRUE(proof.proven || tau > 2);
    }
  });
}

TEST_P(Proofs, StrongAttackIsSoundAndNoWorseThanGreedyMin) {
  for_each_case(
      [](const TestProblem& problem, Game& game, const Items& set, Item tau, double worst) {
        const Deletion strong = strong_attack(game, tau);
        const Items left = difference(set, strong.items);
        EXPECT_EQ(left.size() + static_cast<std::size_t>(tau), set.size());
        EXPECT_NEAR(strong.value, problem.definition(left), 10 * problem.allowed_error());
        EXPECT_GE(strong.value, worst - 10 * problem.allowed_error());
        EXPECT_LE(strong.value, greedy_min(game, tau).value + 10 * problem.allowed_error());
        // An early exit returns a value at or below the threshold.
        const double threshold = 1.1 * strong.value;
        EXPECT_LE(strong_attack(game, tau, threshold).value, threshold);
      });
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, Proofs,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

/// Large enough that every way to find the diagonal of the bounds is used.
TEST(ProofsOfLargerSets, AgreeWithTryingEverything) {
  const std::vector<TestProblem> problems{
      support::linear_problem({.rows = 60, .cols = 26, .correlation = 0.5}, 0.0, true, false, 1),
      support::linear_problem({.rows = 20, .cols = 26, .duplicated = true}, 0.3, false, false, 2),
      support::variance_reduction_problem({Kernel::Shape::matern32, 1.0, 1.0}, 26, 20, 0.1, 3)};
  constexpr Item tau = 3;
  for (const TestProblem& problem : problems) {
    SCOPED_TRACE(problem.label);
    const holdfast::Run run;
    const Items set = problem.objective->all_items();
    const auto game = make_game(*problem.objective, run, set);
    game->move_to(set);
    double worst = std::numeric_limits<double>::infinity();
    support::for_each_subset(set, tau, [&](const Items& deleted) {
      worst = std::min(worst, game->value_without(deleted));
    });
    const Deletion known = greedy_min(*game, tau, std::span(set).first(1));
    for (const std::int64_t nodes : {1, 5, 30, 1'000'000}) {
      const Deletion proof = game->prove(known, nodes);
      EXPECT_LE(proof.at_least, worst + 10 * problem.allowed_error()) << nodes;
      EXPECT_GE(proof.value, worst - 10 * problem.allowed_error()) << nodes;
      EXPECT_TRUE(proof.proven || nodes < 1'000'000);
      if (!proof.proven) continue;
      EXPECT_NEAR(proof.value, worst, 10 * problem.allowed_error());
    }
  }
}

/// Nodes are opened ahead on several threads, and some of them in vain, because the start is poor.
TEST(ProofsOnSeveralThreads, AreThoseOfOne) {
  const auto problem =
      support::linear_problem({.rows = 60, .cols = 30, .correlation = 0.7}, 0.0, true, false, 4);
  const Items set = problem.objective->all_items();
  for (const std::int64_t nodes : {1, 7, 60, 500}) {
    std::optional<Deletion> alone;
    for (const int threads : {1, 2, 3, 8}) {
      holdfast::Run::Options options;
      options.threads = threads;
      const holdfast::Run run(options);
      const auto game = make_game(*problem.objective, run, set);
      game->move_to(set);
      Deletion start;
      start.items = {0, 1, 2, 3, 4, 5};
      start.value = game->value_without(start.items);
      const Deletion proof = game->prove(start, nodes);
      if (!alone) alone = proof;
      EXPECT_EQ(proof.items, alone->items) << nodes;
      EXPECT_EQ(proof.value, alone->value) << nodes;
      EXPECT_EQ(proof.at_least, alone->at_least) << nodes;
      EXPECT_EQ(proof.proven, alone->proven) << nodes;
    }
    EXPECT_LT(alone->value, problem.objective->value(difference(set, Items{0, 1, 2, 3, 4, 5})));
  }
}

}  // namespace
}  // namespace holdfast
