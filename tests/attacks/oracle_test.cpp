// Every adversary against a plain implementation of its definition, and exact against enumeration.

#include "tests/support/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/state.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::at;

constexpr std::uint64_t seeds = 12;

/// A random set under attack, with its oracle.
struct Case {
  Case(const support::ProblemMaker& maker, std::uint64_t seed)
      : problem(maker.make(seed)),
        f(support::memoized(problem.size(), problem.definition)),
        run(support::run_options(seed)) {
    Random random(seed, 98);
    set = support::random_set(random, problem.size(), 2 + random.below(at(problem.size()) - 2));
    tau = static_cast<Item>(1 + random.below(set.size() - 1));
    state = problem.objective->start_at(run, set);
  }

  support::TestProblem problem;
  support::SetFunction f;
  holdfast::Run run;
  Items set;
  Item tau = 0;
  std::unique_ptr<State> state;
};

/// What any attack promises: tau distinct members, the value of what they leave, the State
/// untouched.
void expect_sound(const Case& test, const Deletion& deletion, Item tau) {
  ASSERT_EQ(deletion.items.size(), std::min(at(tau), test.set.size()));
  Items left = test.set;
  for (const Item item : deletion.items) {
    ASSERT_NE(std::find(left.begin(), left.end(), item), left.end()) << "item " << item;
    left = support::minus(left, item);
  }
  EXPECT_NEAR(deletion.value, test.f.value(left), test.problem.allowed_error());
  EXPECT_GE(deletion.value,
            support::worst_value(test.f, test.set, tau) - test.problem.allowed_error());
  EXPECT_EQ(test.state->items(), test.set);
}

void expect_attack(const Case& test, const Deletion& got, const support::Attack& wanted) {
  expect_sound(test, got, test.tau);
  EXPECT_EQ(got.items, wanted.deleted);
  EXPECT_NEAR(got.value, wanted.value, test.problem.allowed_error());
}

class AttackOracle : public testing::TestWithParam<support::ProblemMaker> {
 protected:
  template <class Check>
  static void for_each_case(const Check& check) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const Case test(GetParam(), seed);
      SCOPED_TRACE(testing::Message()
                   << "seed " << seed << ", |S| " << test.set.size() << ", tau " << test.tau);
      check(test);
    }
  }
};

TEST_P(AttackOracle, GreedyMin) {
  for_each_case([](const Case& test) {
    const Deletion got = GreedyMin().attack(*test.state, test.tau);
    expect_attack(test, got, support::greedy_min(test.f, test.set, test.tau));
    EXPECT_EQ(got.proven, test.tau == 1);
  });
}

TEST_P(AttackOracle, GreedyMax) {
  for_each_case([](const Case& test) {
    const Deletion got = GreedyMax().attack(*test.state, test.tau);
    expect_attack(test, got, support::greedy_max(test.f, test.set, test.tau));
    EXPECT_FALSE(got.proven);
  });
}

TEST_P(AttackOracle, RandomGreedyMin) {
  for (const int repeats : {1, 4}) {
    for_each_case([repeats](const Case& test) {
      const Deletion got = RandomGreedyMin(repeats).attack(*test.state, test.tau);
      expect_attack(
          test, got,
          support::random_greedy_min(test.f, test.set, test.tau, repeats, test.run.seed()));
    });
  }
}

TEST_P(AttackOracle, StochasticGreedyMin) {
  for (const double epsilon : {0.1, 0.7}) {
    for_each_case([epsilon](const Case& test) {
      const Deletion got = StochasticGreedyMin(epsilon, 3).attack(*test.state, test.tau);
      expect_attack(
          test, got,
          support::stochastic_greedy_min(test.f, test.set, test.tau, epsilon, 3, test.run.seed()));
    });
  }
}

TEST_P(AttackOracle, ExactIsTheWorst) {
  for_each_case([](const Case& test) {
    const Deletion got = Exact().attack(*test.state, test.tau);
    expect_sound(test, got, test.tau);
    EXPECT_NEAR(got.value, support::worst_value(test.f, test.set, test.tau),
                test.problem.allowed_error());
    EXPECT_TRUE(got.proven);
    EXPECT_EQ(got.adversary, "exact");
  });
}

TEST_P(AttackOracle, PaperIsTheWorstOfFour) {
  for_each_case([](const Case& test) {
    const double epsilon = 0.2;
    const int repeats = 3;
    const std::vector<Deletion> four = {
        GreedyMin().attack(*test.state, test.tau), GreedyMax().attack(*test.state, test.tau),
        RandomGreedyMin(repeats).attack(*test.state, test.tau),
        StochasticGreedyMin(epsilon, repeats).attack(*test.state, test.tau)};
    const PaperAdversaries all(epsilon, repeats);
    const Deletion got = all.attack(*test.state, test.tau);
    expect_sound(test, got, test.tau);
    for (const Deletion& one : four) {
      EXPECT_LE(got.value, one.value + test.problem.allowed_error());
    }

    const auto tried = all.attacks(*test.state, test.tau);
    ASSERT_EQ(tried.size(), four.size());
    EXPECT_EQ(tried.front().adversary, got.adversary);
    EXPECT_EQ(tried.front().items, got.items);
    EXPECT_NEAR(tried.front().value, got.value, test.problem.allowed_error());
    for (const Deletion& one : four) {
      const auto same = std::find_if(tried.begin(), tried.end(), [&](const Deletion& other) {
        return other.adversary == one.adversary;
      });
      ASSERT_NE(same, tried.end()) << one.adversary;
      EXPECT_EQ(same->items, one.items) << one.adversary;
      EXPECT_NEAR(same->value, one.value, test.problem.allowed_error()) << one.adversary;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, AttackOracle,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
