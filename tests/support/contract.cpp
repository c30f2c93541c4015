#include "tests/support/contract.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "tests/support/oracle_ranking.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::support {
namespace {

Run run_with(int threads) {
  Run::Options options;
  options.threads = threads;
  return Run(options);
}

std::vector<double> gains_by_definition(const Definition& f, std::span<const Item> set,
                                        std::span<const Item> candidates) {
  const double base = f(set);
  std::vector<double> gains;
  for (const Item item : candidates) gains.push_back(f(plus(set, item)) - base);
  return gains;
}

std::vector<double> losses_by_definition(const Definition& f, std::span<const Item> set) {
  const double base = f(set);
  std::vector<double> losses;
  for (const Item item : set) losses.push_back(base - f(minus(set, item)));
  return losses;
}

void expect_near(const std::vector<double>& got, const std::vector<double>& wanted, double error,
                 const char* what) {
  ASSERT_EQ(got.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], wanted[i], error) << what << " number " << i;
  }
}

/// Value, gains of all other items in a shuffled order, and losses, all against the definition.
void expect_right_at(State& state, const TestProblem& problem, Random& random, double error) {
  const Items& set = state.items();
  EXPECT_NEAR(state.value(), problem.definition(set), error) << "value";
  const Items rest = complement(problem.size(), set);
  const Items candidates = random.sample(rest, rest.size());
  expect_near(state.gains(candidates), gains_by_definition(problem.definition, set, candidates),
              error, "gain");
  expect_near(state.losses(), losses_by_definition(problem.definition, set), error, "loss");
}

/// Adds an outsider or removes a member, both likely.
void random_step(State& state, Item size, Random& random) {
  const Items rest = complement(size, state.items());
  const bool grow = state.size() == 0 || (!rest.empty() && random.below(2) == 0);
  if (grow) {
    state.add(rest[random.below(rest.size())]);
  } else {
    state.remove(state.items()[random.below(state.size())]);
  }
}

void expect_same_ranking(const std::vector<Scored>& got, const std::vector<Scored>& wanted,
                         double error, const char* what) {
  ASSERT_EQ(got.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].item, wanted[i].item) << what << " place " << i;
    EXPECT_NEAR(got[i].score, wanted[i].score, error) << what << " place " << i;
  }
}

}  // namespace

void check_values(const TestProblem& problem, std::uint64_t seed) {
  SCOPED_TRACE("values from scratch");
  const Objective& objective = *problem.objective;
  EXPECT_EQ(objective.value({}), 0.0);
  const Run run = run_with(1);
  EXPECT_EQ(objective.start(run)->value(), 0.0);
  Random random(seed, 1);
  for (int trial = 0; trial < 30; ++trial) {
    const Items set = random_set(random, problem.size(), random.below(at(problem.size()) + 1));
    EXPECT_NEAR(objective.value(set), problem.definition(set), problem.allowed_error());
  }
  const double at_all = objective.value(ground_set(problem.size()));
  if (const auto largest = objective.largest_value()) {
    EXPECT_LE(at_all, *largest + problem.allowed_error());
  }
}

void check_differences(const TestProblem& problem, std::uint64_t seed) {
  SCOPED_TRACE("gains and losses are differences of values");
  const Run run = run_with(1);
  Random random(seed, 2);
  for (std::size_t size = 0; size <= at(problem.size()); ++size) {
    const auto state = problem.objective->start_at(run, random_set(random, problem.size(), size));
    expect_right_at(*state, problem, random, problem.allowed_error());
    for (const double gain : state->gains(complement(problem.size(), state->items()))) {
      EXPECT_GE(gain, -problem.allowed_error()) << "monotone";
    }
    for (const double loss : state->losses()) {
      EXPECT_GE(loss, -problem.allowed_error()) << "monotone";
    }
  }
}

void check_paths(const TestProblem& problem, std::uint64_t seed) {
  SCOPED_TRACE("the way to a set does not matter");
  const Run run = run_with(1);
  Random random(seed, 3);
  for (int trial = 0; trial < 10; ++trial) {
    const Items set = random_set(random, problem.size(), random.below(at(problem.size())));
    const auto direct = problem.objective->start_at(run, set);
    const auto other = problem.objective->start_at(run, random.sample(set, set.size()));
    const Items rest = complement(problem.size(), set);
    expect_near(other->gains(rest), direct->gains(rest), problem.allowed_error(), "other order");
    EXPECT_NEAR(other->value(), direct->value(), problem.allowed_error());

    const double before = direct->value();
    const auto gains_before = direct->gains(rest);
    const auto losses_before = direct->losses();
    for (const Item guest : rest) {
      direct->add(guest);
      direct->remove(guest);
      EXPECT_EQ(direct->items(), set);
      EXPECT_NEAR(direct->value(), before, problem.allowed_error());
    }
    expect_near(direct->gains(rest), gains_before, problem.allowed_error(), "gain after a detour");
    expect_near(direct->losses(), losses_before, problem.allowed_error(), "loss after a detour");
  }
}

void check_clones(const TestProblem& problem, std::uint64_t seed) {
  SCOPED_TRACE("clones are independent");
  const Run run = run_with(1);
  Random random(seed, 4);
  const Items set = random_set(random, problem.size(), at(problem.size()) / 2);
  const auto origin = problem.objective->start_at(run, set);
  const auto twin = origin->clone();
  const Items rest = complement(problem.size(), set);
  const auto gains = twin->clone()->gains(rest);
  EXPECT_EQ(origin->gains(rest), gains) << "a clone knows what its origin knows";

  for (int step = 0; step < 12; ++step) random_step(*origin, problem.size(), random);
  EXPECT_EQ(twin->items(), set);
  EXPECT_EQ(twin->gains(rest), gains);
  EXPECT_NEAR(twin->value(), problem.definition(set), problem.allowed_error());
  const Items where_origin_went = origin->items();
  for (int step = 0; step < 12; ++step) random_step(*twin, problem.size(), random);
  EXPECT_EQ(origin->items(), where_origin_went);
  expect_right_at(*origin, problem, random, problem.allowed_error());
  expect_right_at(*twin, problem, random, problem.allowed_error());
}

void check_long_walk(const TestProblem& problem, int steps, std::uint64_t seed) {
  SCOPED_TRACE("a long walk does not drift");
  const Run run = run_with(1);
  Random random(seed, 5);
  const double error = problem.allowed_error();
  const auto state = problem.objective->start(run);
  for (int step = 0; step < steps; ++step) {
    random_step(*state, problem.size(), random);
    EXPECT_NEAR(state->value(), problem.definition(state->items()), error) << "step " << step;
    if (step % 17 == 0) expect_right_at(*state, problem, random, error);
  }
}

void check_rankings(const TestProblem& problem, std::uint64_t seed) {
  SCOPED_TRACE("the largest gains and losses");
  const Run run = run_with(1);
  Random random(seed, 6);
  const auto state = problem.objective->start(run);
  for (int step = 0; step < 40; ++step) {
    const Items rest = complement(problem.size(), state->items());
    const Items asked = random.sample(rest, random.below(rest.size() + 1));
    const std::size_t count = 1 + random.below(at(problem.size()) + 2);
    const double scale = state->value();
    // The clone is asked first, so that what the State has cached cannot help the comparison.
    const auto all_gains = state->clone()->gains(asked);
    expect_same_ranking(state->largest_gains(asked, count),
                        ranked_by_rule(asked, all_gains, count, scale), problem.allowed_error(),
                        "gain");
    if (!asked.empty()) {
      const Scored least = state->clone()->smallest_gain(asked);
      const auto where = std::ranges::find(asked, least.item) - asked.begin();
      EXPECT_NEAR(least.score, std::ranges::min(all_gains), problem.allowed_error());
      EXPECT_NEAR(least.score, all_gains[static_cast<std::size_t>(where)], problem.allowed_error());
    }
    const Items members = random.sample(state->items(), random.below(state->size() + 1));
    std::vector<double> losses;
    const auto all_losses = state->clone()->losses();
    for (const Item member : members) {
      const auto where = std::find(state->items().begin(), state->items().end(), member);
      losses.push_back(all_losses[static_cast<std::size_t>(where - state->items().begin())]);
    }
    expect_same_ranking(state->largest_losses(members, count),
                        ranked_by_rule(members, losses, count, scale), problem.allowed_error(),
                        "loss");
    if (!members.empty()) {
      const auto largest = ranked_by_rule(members, losses, count, scale);
      const auto first = state->clone()->first_of_largest_losses(members, count);
      const auto where = std::ranges::find(members, first) - members.begin();
      // If two tie for the last place because of rounding, either may count.
      const double last = largest.back().score;
      EXPECT_GE(losses[at(static_cast<Item>(where))], last - problem.allowed_error());
      for (std::ptrdiff_t earlier = 0; earlier < where; ++earlier)
        EXPECT_LE(losses[at(static_cast<Item>(earlier))], last + problem.allowed_error());
    }
    // Mostly upwards, like greedy; sometimes back.
    if (!rest.empty() && random.below(4) > 0) {
      state->add(state->largest_gains(rest, 1).front().item);
    } else {
      random_step(*state, problem.size(), random);
    }
  }
}

void check_submodularity(const TestProblem& problem, std::uint64_t seed) {
  if (!problem.objective->is_submodular()) return;
  SCOPED_TRACE("submodular, as it says");
  Random random(seed, 7);
  for (int trial = 0; trial < 200; ++trial) {
    const Items order = random_set(random, problem.size(), at(problem.size()));
    const auto all = std::span(order);
    const std::size_t large = random.below(order.size());
    const std::size_t small = random.below(large + 1);
    const Item item = order.back();
    const auto gain_over = [&](std::size_t size) {
      return problem.definition(plus(all.first(size), item)) - problem.definition(all.first(size));
    };
    EXPECT_GE(gain_over(small), gain_over(large) - problem.allowed_error());
  }
}

void check_gradients(const TestProblem& problem, std::uint64_t seed) {
  SCOPED_TRACE("gradients");
  const Run run = run_with(1);
  const auto state = problem.objective->start(run);
  if (!problem.objective->has_gradient()) {
    EXPECT_THROW(state->gradient_norms(ground_set(problem.size())), std::invalid_argument);
    return;
  }
  ASSERT_TRUE(problem.gradients) << "a test problem whose objective has a gradient must know it";
  Random random(seed, 8);
  double largest = 0.0;
  for (const double size : problem.gradients({})) largest = std::max(largest, size);
  for (std::size_t size = 0; size < at(problem.size()); ++size) {
    const auto moved = problem.objective->start_at(run, random_set(random, problem.size(), size));
    const Items rest = complement(problem.size(), moved->items());
    const auto everybody = problem.gradients(moved->items());
    std::vector<double> wanted;
    for (const Item item : rest) wanted.push_back(everybody[at(item)]);
    expect_near(moved->gradient_norms(rest), wanted, problem.tolerance * largest, "gradient");
  }
}

void check_counts(const TestProblem& problem) {
  SCOPED_TRACE("evaluations are counted");
  const Run run = run_with(1);
  const auto state = problem.objective->start(run);
  const Items all = ground_set(problem.size());
  state->gains(all);
  EXPECT_EQ(state->evaluations(), problem.size());
  state->add(0);
  state->add(1);
  const auto before = state->evaluations();
  state->losses();
  EXPECT_EQ(state->evaluations(), before + 2);
  EXPECT_EQ(state->clone()->evaluations(), before + 2);
}

void check_contract(const TestProblem& problem, std::uint64_t seed) {
  check_values(problem, seed);
  check_differences(problem, seed);
  check_paths(problem, seed);
  check_clones(problem, seed);
  check_long_walk(problem, 300, seed);
  check_rankings(problem, seed);
  check_refusals(problem);
  check_submodularity(problem, seed);
  check_gradients(problem, seed);
  check_counts(problem);
  EXPECT_EQ(transcript(problem, 1, 30, seed), transcript(problem, 2, 30, seed));
}

}  // namespace holdfast::support
