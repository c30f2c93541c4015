// The fast game of trace forms against the game through States, which any objective has.

#include <gtest/gtest.h>

#include <algorithm>

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/state_game.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::TestProblem;

std::vector<support::ProblemMaker> trace_problems() {
  std::vector<support::ProblemMaker> chosen;
  for (auto& maker : support::problems_of_every_kind()) {
    if (maker.make(1).objective->structure().as<TraceOracle>()) chosen.push_back(maker);
  }
  return chosen;
}

class TraceGame : public testing::TestWithParam<support::ProblemMaker> {
 protected:
  /// Calls `check` on random sets of several problems, with both games moved to the set.
  template <class Check>
  void for_each_case(const Check& check) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const TestProblem problem = GetParam().make(seed);
      const holdfast::Run run;
      const Items everything = problem.objective->all_items();
      const auto fast = make_game(*problem.objective, run, everything);
      StateGame slow(*problem.objective, run);
      Random random(seed, 3);
      const Item size = std::min<Item>(problem.size() - 1, 7);
      const Items set = support::random_set(random, problem.size(), size);
      fast->move_to(set);
      slow.move_to(set);
      for (Item tau = 1; tau < size; ++tau) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", tau " << tau);
        check(problem, *fast, slow, set, tau);
      }
    }
  }

  /// Checks that the value is that of what is left, and that tau items are deleted.
  static void expect_sound(const TestProblem& problem, const Items& set, const Deletion& deletion,
                           Item tau) {
    EXPECT_EQ(deletion.items.size(), static_cast<std::size_t>(tau));
    const Items left = difference(set, deletion.items);
    EXPECT_EQ(left.size() + deletion.items.size(), set.size());
    EXPECT_NEAR(deletion.value, problem.definition(left), 10 * problem.allowed_error());
  }
};

TEST_P(TraceGame, AttacksLikeTheGameThroughStates) {
  for_each_case([](const TestProblem& problem, Game& fast, Game& slow, const Items& set, Item tau) {
    const double error = 10 * problem.allowed_error();
    const Deletion greedy = greedy_min(fast, tau);
    expect_sound(problem, set, greedy, tau);
    EXPECT_NEAR(greedy.value, greedy_min(slow, tau).value, error);
    const Items forced{set[0]};
    const Deletion after = greedy_min(fast, tau, forced);
    expect_sound(problem, set, after, tau);
    EXPECT_NEAR(after.value, greedy_min(slow, tau, forced).value, error);
    const Deletion pairs = pair_greedy(fast, tau);
    expect_sound(problem, set, pairs, tau);
    EXPECT_NEAR(pairs.value, pair_greedy(slow, tau).value, error);
    for (const Item first : set) {
      VisitedSets met_by_fast;
      VisitedSets met_by_slow;
      const Deletion grown = grow_min(fast, tau, first, unlimited, met_by_fast);
      expect_sound(problem, set, grown, tau);
      EXPECT_NEAR(grown.value, grow_min(slow, tau, first, unlimited, met_by_slow).value, error);
      const Deletion better = improve_by_exchanges(fast, grown);
      expect_sound(problem, set, better, tau);
      EXPECT_LE(better.value, grown.value + error);
      EXPECT_NEAR(better.value, improve_by_exchanges(slow, grown).value, error);
    }
  });
}

TEST_P(TraceGame, AbandoningVisitedSetsMissesNothing) {
  for_each_case([](const TestProblem& problem, Game& fast, Game& slow, const Items& set, Item tau) {
    for (Game* game : {&fast, &slow}) {
      double alone = unlimited;
      double together = unlimited;
      VisitedSets visited;
      for (const Item first : set) {
        VisitedSets none;
        alone = std::min(alone, grow_min(*game, tau, first, unlimited, none).value);
        together = std::min(together, grow_min(*game, tau, first, unlimited, visited).value);
      }
      EXPECT_NEAR(together, alone, problem.allowed_error());
    }
  });
}

TEST_P(TraceGame, StopsAtTheThreshold) {
  for_each_case([](const TestProblem& problem, Game& fast, Game&, const Items& set, Item tau) {
    const double half = 0.5 * problem.definition(set);
    const Deletion deletion = greedy_min(fast, tau, {}, half);
    EXPECT_LE(deletion.items.size(), static_cast<std::size_t>(tau));
    if (deletion.items.size() < static_cast<std::size_t>(tau)) {
      EXPECT_LE(deletion.value, half + problem.allowed_error());
    }
    VisitedSets visited;
    EXPECT_EQ(grow_min(fast, tau, set[0], -1.0, visited).value, unlimited);
  });
}

TEST_P(TraceGame, SwapsAreBoundedAndAttackedWithoutBeingMade) {
  for_each_case([](const TestProblem& problem, Game& fast, Game& slow, const Items& set, Item tau) {
    const double error = 10 * problem.allowed_error();
    const Items everything = problem.objective->all_items();
    const Deletion deletion = greedy_min(fast, tau);
    const auto swaps = fast.swaps(deletion.items, everything, no_threshold);
    const Items left = difference(set, deletion.items);
    EXPECT_EQ(swaps.size(), left.size() * (everything.size() - set.size()));
    EXPECT_TRUE(std::ranges::is_sorted(swaps, std::greater<>(), &Swap::bound));
    for (const Swap& swap : swaps) {
      Items after = left;
      *std::ranges::find(after, swap.out) = swap.in;
      EXPECT_NEAR(swap.bound, problem.definition(after), error);
      const Deletion quick = greedy_min(fast, tau, {}, no_threshold, &swap);
      EXPECT_NEAR(quick.value, greedy_min(slow, tau, {}, no_threshold, &swap).value, error);
      const Items forced{swap.in, swap.out, set[1]};
      const Deletion led = greedy_min(fast, tau, forced, no_threshold, &swap);
      EXPECT_NEAR(led.value, greedy_min(slow, tau, forced, no_threshold, &swap).value, error);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(EveryTraceForm, TraceGame, testing::ValuesIn(trace_problems()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
