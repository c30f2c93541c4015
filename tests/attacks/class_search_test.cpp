// The search by quadratic models, against enumeration with the definition.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/attacks/state_game.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "tests/support/class_definition.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::ClassShape;
using support::TestProblem;

double worst_by_enumeration(const TestProblem& problem, const Items& set, Item tau) {
  double worst = std::numeric_limits<double>::infinity();
  support::for_each_subset(set, set.size() - static_cast<std::size_t>(tau), [&](const Items& left) {
    worst = std::min(worst, problem.definition(left));
  });
  return worst;
}

class ModelSearch : public testing::TestWithParam<std::tuple<double, bool, bool>> {
 protected:
  static TestProblem problem(ClassShape shape, std::uint64_t seed) {
    const auto [ridge, intercept, logistic] = GetParam();
    shape.classes = logistic ? 2 : 3;
    return support::class_problem(shape, ridge, intercept, logistic, seed);
  }
};

TEST_P(ModelSearch, FindsTheWorstOfSmallSets) {
  int cases = 0;
  int missed = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const TestProblem small =
        problem({.rows = 60, .cols = 9, .signal = seed == 4 ? 20.0 : 1.0}, seed);
    const holdfast::Run run;
    const Items set = support::ground_set(9);
    const auto game = make_game(*small.objective, run, set);
    game->move_to(set);
    for (const Item tau : {1, 3, 6, 8}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", tau " << tau);
      const Deletion start = greedy_min(*game, tau);
      const auto found = game->search_by_model(start, no_threshold, Effort::quick);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->items.size(), static_cast<std::size_t>(tau));
      EXPECT_NEAR(found->value, small.definition(difference(set, found->items)),
                  10 * small.allowed_error());
      EXPECT_LE(found->value, start.value + 10 * small.allowed_error());
      const double worst = worst_by_enumeration(small, set, tau);
      EXPECT_GE(found->value, worst - 10 * small.allowed_error());
      ++cases;
      if (found->value > worst + 1e-6 * (1.0 + worst)) ++missed;
    }
  }
  EXPECT_LE(missed, cases / 16) << "of " << cases;
}

TEST_P(ModelSearch, TriesAllDeletionsAndProvesTheWorst) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const TestProblem small =
        problem({.rows = 60, .cols = 8, .signal = seed == 4 ? 20.0 : 1.0}, seed);
    const holdfast::Run run;
    const Items set = support::ground_set(8);
    const auto game = make_game(*small.objective, run, set);
    game->move_to(set);
    for (const Item tau : {1, 2, 5, 7}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", tau " << tau);
      const auto found = game->try_all(tau);
      ASSERT_TRUE(found);
      EXPECT_TRUE(found->proven);
      EXPECT_EQ(found->items.size(), static_cast<std::size_t>(tau));
      EXPECT_NEAR(found->value, small.definition(difference(set, found->items)),
                  10 * small.allowed_error());
      EXPECT_NEAR(found->value, worst_by_enumeration(small, set, tau), 10 * small.allowed_error());
    }
  }
}

/// The model is made for the survivors, so it knows little of what a swap brings in: its values
/// need only be close, and in nearly the right order.
TEST_P(ModelSearch, ValuesAllSwapsOfSurvivors) {
  const TestProblem medium = problem({.rows = 80, .cols = 12}, 7);
  const holdfast::Run run;
  const Items everything = support::ground_set(12);
  const Items set{1, 3, 4, 6, 8, 9, 10};
  const Items deleted{4, 9};
  const auto game = make_game(*medium.objective, run, everything);
  game->move_to(set);
  const auto swaps = game->swaps(deleted, everything, no_threshold);
  ASSERT_EQ(swaps.size(), 5U * 5U);
  EXPECT_TRUE(std::ranges::is_sorted(swaps, std::greater<>(), &Swap::bound));
  const Items survivors = difference(set, deleted);
  const double value = medium.definition(survivors);
  std::vector<double> truth;
  for (const Swap& swap : swaps) {
    Items swapped = difference(survivors, Items{swap.out});
    EXPECT_EQ(swapped.size(), 4U) << "a survivor leaves";
    EXPECT_FALSE(holds(set, swap.in));
    swapped.push_back(swap.in);
    truth.push_back(medium.definition(swapped));
    EXPECT_NEAR(swap.bound, truth.back(), 0.25 * value);
  }
  const double best = *std::ranges::max_element(truth);
  EXPECT_GE(*std::max_element(truth.begin(), truth.begin() + 3), 0.97 * best);
  const double floor = swaps[9].bound;
  EXPECT_EQ(game->swaps(deleted, everything, floor).size(), 9U) << "above the floor only";
}

TEST_P(ModelSearch, StopsOnceTheValueFallsToTheThreshold) {
  const TestProblem small = problem({}, 5);
  const holdfast::Run run;
  const Items set = support::ground_set(9);
  const auto game = make_game(*small.objective, run, set);
  game->move_to(set);
  const Deletion start = greedy_min(*game, 4);
  const std::int64_t before = game->attacks();
  const auto at_once = game->search_by_model(start, start.value * 1.01, Effort::quick);
  ASSERT_TRUE(at_once);
  EXPECT_EQ(game->attacks(), before + 1) << "one fit is enough";
  EXPECT_EQ(support::sorted(at_once->items), support::sorted(start.items));
}

TEST_P(ModelSearch, BeginsWithDeletionsThatAreKnownOfOtherSets) {
  const TestProblem small = problem({.rows = 60, .cols = 12}, 7);
  const holdfast::Run run;
  const Items set = support::ground_set(9);
  const auto game = make_game(*small.objective, run, support::ground_set(12));
  game->move_to(set);
  const double error = 10 * small.allowed_error();
  const std::vector<Items> known{{0, 1, 2, 3}, {2, 4, 6, 8}, {10, 11, 5, 7}};
  const auto found = game->search_from_known(known, no_threshold);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->items.size(), 4U);
  EXPECT_NEAR(found->value, small.definition(difference(set, found->items)), error);
  for (const Items& deleted : {known[0], known[1]})
    EXPECT_LE(found->value, small.definition(difference(set, deleted)) + error);
  EXPECT_GE(found->value, worst_by_enumeration(small, set, 4) - error);

  const double enough = small.definition(difference(set, known[1])) * 1.01;
  const auto at_once = game->search_from_known(known, enough);
  ASSERT_TRUE(at_once);
  EXPECT_LE(at_once->value, enough);
}

TEST_P(ModelSearch, DoesNotDependOnOrderThreadsOrCopies) {
  const TestProblem medium = problem({.rows = 80, .cols = 24}, 6);
  Items set;
  for (Item item = 0; item < 24; item += 1) set.push_back((item * 7 + 3) % 24);
  set.resize(18);
  const holdfast::Run one(support::run_options(1, 1));
  const holdfast::Run three(support::run_options(2, 3));
  const auto state = medium.objective->start_at(one, set);
  const Deletion first = Strong().attack(*state, 7);
  std::ranges::reverse(set);
  const auto other = medium.objective->start_at(three, set);
  const Deletion second = Strong().attack(*other, 7);
  EXPECT_EQ(support::sorted(first.items), support::sorted(second.items));
  EXPECT_NEAR(first.value, second.value, medium.allowed_error());
  const auto game = game_at(*state);
  const auto sibling = game->sibling(one);
  sibling->move_to(set);
  const auto again = sibling->search_by_model(first, no_threshold, Effort::quick);
  ASSERT_TRUE(again);
  EXPECT_NEAR(again->value, first.value, medium.allowed_error());
}

TEST_P(ModelSearch, CopesWithDegenerateColumns) {
  const TestProblem odd = problem({.cols = 9,
                                   .signal = 20.0,
                                   .duplicated = true,
                                   .constant = true,
                                   .zero = true,
                                   .lonely = true,
                                   .scale_spread = 1e4},
                                  7);
  const holdfast::Run run;
  const auto state = odd.objective->start_at(run, support::ground_set(9));
  StateGame plain(*odd.objective, run);
  plain.move_to(state->items());
  for (const Item tau : {1, 4, 8}) {
    const Deletion worst = Strong().attack(*state, tau);
    const Deletion improved = improve_by_exchanges(plain, greedy_min(plain, tau));
    EXPECT_LE(worst.value, improved.value + 10 * odd.allowed_error());
    EXPECT_EQ(worst.items.size(), static_cast<std::size_t>(tau));
    EXPECT_NEAR(worst.value, odd.definition(difference(state->items(), worst.items)),
                10 * odd.allowed_error());
  }
}

INSTANTIATE_TEST_SUITE_P(Classification, ModelSearch,
                         testing::Combine(testing::Values(1.0, 0.01), testing::Bool(),
                                          testing::Bool()));

}  // namespace
}  // namespace holdfast
