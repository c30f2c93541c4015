// Every algorithm against a plain implementation of its definition: the same picks, gains and
// value.

#include "tests/support/oracle.hpp"

#include <gtest/gtest.h>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/partitioned.hpp"
#include "holdfast/core/random.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::expect_selection;

constexpr std::uint64_t seeds = 12;

/// One problem with its oracle.
struct Case {
  explicit Case(const support::ProblemMaker& maker, std::uint64_t seed)
      : problem(maker.make(seed)),
        f(support::memoized(problem.size(), problem.definition)),
        run(support::run_options(seed)) {}

  Selection select(const Algorithm& algorithm, Item k, Item tau) const {
    return algorithm.select(*problem.objective, {k, tau}, run);
  }

  support::TestProblem problem;
  support::SetFunction f;
  holdfast::Run run;
};

class AgainstOracle : public testing::TestWithParam<support::ProblemMaker> {
 protected:
  /// Runs `check` for several seeds, with a k from 0 to |V| and a tau from 0 to k.
  template <class Check>
  static void for_each_case(const Check& check) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const Case test(GetParam(), seed);
      Random random(seed, 99);
      const auto k = static_cast<Item>(random.below(support::at(test.problem.size()) + 1));
      const auto tau = static_cast<Item>(random.below(support::at(k) + 1));
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", k " << k << ", tau " << tau);
      check(test, k, tau);
    }
  }
};

TEST_P(AgainstOracle, Greedy) {
  for_each_case([](const Case& test, Item k, Item tau) {
    expect_selection(test.select(Greedy(), k, tau), support::greedy(test.f, k), test.problem,
                     false);
  });
}

TEST_P(AgainstOracle, Oblivious) {
  for_each_case([](const Case& test, Item k, Item tau) {
    expect_selection(test.select(Oblivious(), k, tau), support::oblivious(test.f, k), test.problem,
                     false);
  });
}

TEST_P(AgainstOracle, ObliviousGreedy) {
  for (const double beta : {0.0, 0.5, 1.0, 1.5, 2.0}) {
    SCOPED_TRACE(testing::Message() << "beta " << beta);
    const ObliviousGreedy algorithm(beta);
    for_each_case([&](const Case& test, Item k, Item tau) {
      if (!algorithm.feasible({k, tau})) return;
      expect_selection(test.select(algorithm, k, tau),
                       support::oblivious_greedy(test.f, k, tau, beta), test.problem, true);
    });
  }
}

TEST_P(AgainstOracle, ProGreedy) {
  for (const int eta : {1, 2}) {
    SCOPED_TRACE(testing::Message() << "eta " << eta);
    for_each_case([&](const Case& test, Item /*k*/, Item /*tau*/) {
      // Sizes that fit: 1, 5 (= 2 + 2*1... at tau 2: 2 buckets of 1, 1 bucket of 2), and all of V.
      for (const Item tau : {0, 1, 2, 4}) {
        const ProGreedy algorithm(eta);
        for (const Item k : {test.problem.size() - 1, test.problem.size()}) {
          if (k < test.problem.size() && !algorithm.feasible({k, tau})) continue;
          expect_selection(test.select(algorithm, k, tau), support::pro_greedy(test.f, k, tau, eta),
                           test.problem, true);
        }
      }
    });
  }
}

TEST_P(AgainstOracle, Osu) {
  for (const int bucket_size : {0, 1, 2, 3}) {
    SCOPED_TRACE(testing::Message() << "bucket size " << bucket_size);
    const Osu algorithm(bucket_size);
    for_each_case([&](const Case& test, Item k, Item /*tau*/) {
      for (const Item tau : {0, 1, 2}) {
        if (k < test.problem.size() && !algorithm.feasible({k, tau})) continue;
        expect_selection(test.select(algorithm, k, tau), support::osu(test.f, k, tau, bucket_size),
                         test.problem, true);
      }
    });
  }
}

TEST_P(AgainstOracle, StochasticGreedy) {
  for (const double epsilon : {0.1, 0.5}) {
    SCOPED_TRACE(testing::Message() << "epsilon " << epsilon);
    for_each_case([&](const Case& test, Item k, Item tau) {
      expect_selection(test.select(StochasticGreedy(epsilon), k, tau),
                       support::stochastic_greedy(test.f, k, epsilon, test.run.seed()),
                       test.problem, false);
    });
  }
}

TEST_P(AgainstOracle, RandomGreedy) {
  for_each_case([](const Case& test, Item k, Item tau) {
    expect_selection(test.select(RandomGreedy(), k, tau),
                     support::random_greedy(test.f, k, test.run.seed()), test.problem, false);
  });
}

TEST_P(AgainstOracle, Omp) {
  for_each_case([](const Case& test, Item k, Item tau) {
    if (!test.problem.objective->has_gradient()) {
      support::expect_refusal([&] { test.select(Omp(), k, tau); },
                              {"gradient", test.problem.objective->name()});
      return;
    }
    expect_selection(test.select(Omp(), k, tau),
                     support::matching_pursuit(test.f, k, test.problem.gradients), test.problem,
                     false);
  });
}

TEST_P(AgainstOracle, PartitionedGreedy) {
  for_each_case([](const Case& test, Item k, Item tau) {
    for (const std::size_t parts : {1, 2, 5}) {
      for (const double epsilon : {0.0, 0.1, 0.5}) {
        SCOPED_TRACE(testing::Message() << parts << " parts, epsilon " << epsilon);
        const PartitionedGreedy algorithm(static_cast<std::int64_t>(parts), epsilon);
        const auto wanted = support::partitioned_greedy(test.f, k, parts, epsilon, test.run.seed());
        Items expected;
        for (const Chosen& step : wanted) expected.push_back(step.item);
        EXPECT_EQ(support::sorted(test.select(algorithm, k, tau).items()),
                  support::sorted(expected));
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, AgainstOracle,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
