#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "holdfast/core/run.hpp"
#include "tests/campaign/budget.hpp"
#include "tests/campaign/random_problem.hpp"
#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sets.hpp"

/// Random walks through random problems: adds, removes, clones, attacks and selections, each answer
/// against the definition of the objective.
namespace holdfast {
namespace {

using campaign::Budget;
using support::at;

class Walker {
 public:
  Walker(support::TestProblem problem, Random& random)
      : problem_(std::move(problem)),
        random_(random),
        f_(support::memoized(problem_.size(), problem_.definition)),
        error_(problem_.tolerance *
               std::max(f_.value(support::ground_set(problem_.size())), 1e-300)),
        run_(support::run_options(random.bits())),
        algorithms_(support::every_algorithm_for(*problem_.objective)),
        adversaries_(support::every_adversary()) {}

  const std::string& label() const { return problem_.label; }

  void walk() {
    auto state = problem_.objective->start_at(run_, random_part());
    const std::uint64_t steps = 4 + random_.below(16);
    for (std::uint64_t step = 0; step < steps && !::testing::Test::HasFailure(); ++step) {
      switch (random_.below(10)) {
        case 0: check_gains(*state); break;
        case 1: check_losses(*state); break;
        case 2: leave_a_clone_behind(state); break;
        case 3: check_largest_gain(*state); break;
        default: move(*state);
      }
      EXPECT_NEAR(state->value(), f_.value(state->items()), error_);
    }
    if (random_.below(3) == 0) attack(*state);
    if (random_.below(20) == 0) select();
  }

 private:
  Items random_part() {
    return support::random_set(random_, problem_.size(), random_.below(at(problem_.size()) + 1));
  }

  void move(State& state) {
    const Items rest = support::complement(problem_.size(), state.items());
    const bool grow = state.size() == 0 || (!rest.empty() && random_.below(2) == 0);
    if (grow) {
      state.add(rest[random_.below(rest.size())]);
    } else {
      state.remove(state.items()[random_.below(state.size())]);
    }
  }

  void check_gains(State& state) {
    const Items rest = support::complement(problem_.size(), state.items());
    const Items asked = random_.sample(rest, random_.below(rest.size() + 1));
    const auto gains = state.gains(asked);
    const double base = f_.value(state.items());
    for (std::size_t i = 0; i < asked.size(); ++i)
      EXPECT_NEAR(gains[i], f_.value(support::plus(state.items(), asked[i])) - base, error_);
  }

  void check_losses(State& state) {
    const auto losses = state.losses();
    const double base = f_.value(state.items());
    for (std::size_t i = 0; i < losses.size(); ++i)
      EXPECT_NEAR(losses[i], base - f_.value(support::minus(state.items(), state.items()[i])),
                  error_);
  }

  void check_largest_gain(State& state) {
    const Items rest = support::complement(problem_.size(), state.items());
    if (rest.empty()) return;
    const Scored best = state.largest_gains(rest, 1).front();
    const double base = f_.value(state.items());
    EXPECT_NEAR(best.score, f_.value(support::plus(state.items(), best.item)) - base, error_);
    for (const Item other : rest)
      EXPECT_LE(f_.value(support::plus(state.items(), other)) - base, best.score + 3 * error_);
  }

  /// The walk goes on with either of the two; the other must not move.
  void leave_a_clone_behind(std::unique_ptr<State>& state) {
    auto twin = state->clone();
    const Items there = twin->items();
    if (random_.below(2) == 0) std::swap(state, twin);
    move(*state);
    EXPECT_EQ(twin->items(), there);
    EXPECT_NEAR(twin->value(), f_.value(there), error_);
  }

  void attack(const State& state) {
    if (state.size() == 0) return;
    const auto& adversary = adversaries_[random_.below(adversaries_.size())];
    SCOPED_TRACE(adversary->name());
    const auto tau = static_cast<Item>(random_.below(std::min<std::size_t>(state.size(), 4) + 1));
    const Deletion found = adversary->attack(state, tau);
    check_deletion(found, state.items(), tau);
  }

  void check_deletion(const Deletion& found, const Items& set, Item tau) {
    ASSERT_EQ(found.items.size(), std::min(set.size(), at(tau)));
    Items left = set;
    for (const Item item : found.items) {
      ASSERT_EQ(std::ranges::count(left, item), 1) << "deletes a member, and once";
      left = support::minus(left, item);
    }
    const double worst = support::worst_value(f_, set, tau);
    EXPECT_NEAR(found.value, f_.value(left), error_);
    EXPECT_GE(found.value, worst - error_);
    EXPECT_LE(found.at_least, worst + error_);
    if (found.proven) {
      EXPECT_NEAR(found.value, worst, 3 * error_);
    }
  }

  void select() {
    const auto& algorithm = algorithms_[random_.below(algorithms_.size())];
    SCOPED_TRACE(algorithm->name());
    Problem asked;
    asked.k = static_cast<Item>(random_.below(at(problem_.size()) + 1));
    asked.tau = static_cast<Item>(random_.below(std::min<std::size_t>(at(asked.k), 3) + 1));
    if (algorithm->guard_size(asked) > asked.k) return;
    const Selection chosen = algorithm->select(*problem_.objective, asked, run_);
    const Items items = chosen.items();
    EXPECT_LE(items.size(), at(asked.k));
    const Items ordered = support::sorted(items);
    EXPECT_EQ(std::ranges::adjacent_find(ordered), ordered.end()) << "an item once";
    EXPECT_NEAR(chosen.value, f_.value(items), error_);
    if (chosen.worst) check_deletion(*chosen.worst, items, asked.tau);
  }

  support::TestProblem problem_;
  Random& random_;
  support::SetFunction f_;
  double error_;
  Run run_;
  std::vector<std::unique_ptr<Algorithm>> algorithms_;
  std::vector<std::unique_ptr<Adversary>> adversaries_;
};

TEST(Campaign, WalksAgreeWithTheDefinition) {
  const Budget budget;
  const std::int64_t problems = budget.is_long() ? 1'000'000'000 : 40;
  const int walks_each = budget.is_long() ? 200 : 15;
  std::int64_t walks = 0;
  for (std::int64_t problem = 0; problem < problems; ++problem) {
    if (budget.is_long() && budget.is_over()) break;
    Random random(budget.seed(), static_cast<std::uint64_t>(problem));
    Walker walker(campaign::random_problem(random), random);
    SCOPED_TRACE(walker.label() + ", seed " + std::to_string(budget.seed()) + ", problem " +
                 std::to_string(problem));
    for (int walk = 0; walk < walks_each && !HasFailure(); ++walk, ++walks) walker.walk();
    if (HasFailure()) break;
  }
  Budget::count("walks", walks);
  EXPECT_GT(walks, 0);
}

}  // namespace
}  // namespace holdfast
