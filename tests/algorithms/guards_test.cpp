// How large the guard S0 is, what fits into k, and which options are refused.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/partitioned.hpp"
#include "tests/support/catalogue.hpp"
#include "tests/support/expectations.hpp"

namespace holdfast {
namespace {

using support::expect_refusal;

TEST(Guard, OfObliviousGreedyIsCeilOfBetaTau) {
  // 1.1 * 50 is 55.00000000000001 in binary; the guard must still be 55.
  EXPECT_EQ(ObliviousGreedy(1.1).guard_size({100, 50}), 55);
  for (int tenths = 0; tenths <= 40; ++tenths) {
    for (Item tau = 0; tau <= 200; ++tau) {
      const int exact = (tenths * tau + 9) / 10;
      EXPECT_EQ(ObliviousGreedy(tenths / 10.0).guard_size({1000, tau}), exact)
          << tenths << " tenths of " << tau;
    }
  }
  EXPECT_EQ(ObliviousGreedy(0.25).guard_size({100, 10}), 3);
  EXPECT_EQ(ObliviousGreedy(1.0 / 3.0).guard_size({100, 3}), 1);
}

TEST(Guard, OfProGreedyIsThePublishedTable) {
  const std::map<Item, std::int64_t> table{{0, 0},    {1, 1},    {5, 27},  {8, 32},
                                           {10, 64},  {15, 79},  {16, 80}, {20, 148},
                                           {25, 175}, {30, 188}, {40, 336}};
  for (const auto& [tau, size] : table) {
    EXPECT_EQ(ProGreedy(1).guard_size({1000, tau}), size) << "tau " << tau;
    EXPECT_EQ(ProGreedy(3).guard_size({1000, tau}), 3 * size) << "tau " << tau << ", eta 3";
  }
}

TEST(Guard, OfProGreedyByItsSum) {
  for (Item tau = 1; tau <= 300; ++tau) {
    int rounds = 0;
    while ((Item{1} << rounds) < tau) ++rounds;
    std::int64_t sum = 0;
    for (int i = 0; i <= rounds; ++i) {
      sum += std::int64_t{(tau + (1 << i) - 1) / (1 << i)} * (1 << i);
    }
    EXPECT_EQ(ProGreedy(1).guard_size({1000, tau}), sum) << "tau " << tau;
  }
}

TEST(Guard, OfOsu) {
  EXPECT_EQ(Osu(10).guard_size({100, 10}), 100);
  EXPECT_TRUE(Osu(10).feasible({100, 10}));
  EXPECT_FALSE(Osu(10).feasible({99, 10}));
  // Verbatim: tau buckets of ceil(tau log2 k).
  EXPECT_EQ(Osu(0).guard_size({64, 2}), 2 * 12);
  EXPECT_EQ(Osu(0).guard_size({100, 10}), 10 * 67);
  EXPECT_EQ(Osu(0).guard_size({100, 0}), 0);
  EXPECT_EQ(Osu(0).guard_size({1, 1}), 0);
  EXPECT_FALSE(Osu(0).feasible({100, 10}));
}

TEST(Guard, OfOtherAlgorithmsIsEmpty) {
  EXPECT_EQ(Greedy().guard_size({5, 100}), 0);
  EXPECT_EQ(Oblivious().guard_size({5, 100}), 0);
  EXPECT_EQ(StochasticGreedy(0.1).guard_size({5, 100}), 0);
  EXPECT_EQ(RandomGreedy().guard_size({5, 100}), 0);
  EXPECT_TRUE(Greedy().feasible({0, 3}));
}

TEST(Guard, ThatDoesNotFitIsRefusedWithTheNumbers) {
  const auto problem = support::facility_location_problem(8, 12, 1);
  const holdfast::Run run;
  const auto refused = [&](const Algorithm& algorithm, Problem asked,
                           const std::vector<std::string>& words) {
    EXPECT_FALSE(algorithm.feasible(asked));
    expect_refusal([&] { algorithm.select(*problem.objective, asked, run); }, words);
    const Items ks{asked.k};
    expect_refusal([&] { algorithm.sweep(*problem.objective, ks, asked.tau, run); }, words);
  };
  refused(ObliviousGreedy(1.0), {4, 5}, {"oblivious-greedy", "tau = 5", "k = 4", "k >= 5"});
  refused(ObliviousGreedy(2.0), {11, 6}, {"12", "k = 11"});
  refused(ProGreedy(1), {10, 5}, {"pro-greedy", "tau = 5", "27", "k = 10"});
  refused(Osu(3), {5, 2}, {"osu", "6", "k = 5"});
}

TEST(Guard, LargerThanTheGroundSetIsLegalWhenEverythingIsChosen) {
  const auto problem = support::facility_location_problem(8, 12, 1);
  const holdfast::Run run;
  for (const Item k : {12, 20}) {
    for (const Item tau : {5, 12, 100}) {
      for (const auto& algorithm : support::every_algorithm()) {
        SCOPED_TRACE(algorithm->name());
        const Selection all = algorithm->select(*problem.objective, {k, tau}, run);
        EXPECT_EQ(all.steps.size(), 12U);
        EXPECT_EQ(all.stopped, "every item chosen");
        EXPECT_NEAR(all.value, *problem.objective->largest_value(), problem.allowed_error());
      }
    }
  }
}

TEST(Options, OutOfRangeAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double beta : {-0.1, nan, infinity}) {
    expect_refusal([&] { ObliviousGreedy{beta}; }, {"beta"});
  }
  for (const double epsilon : {0.0, 1.0, -1.0, 2.0, nan}) {
    expect_refusal([&] { StochasticGreedy{epsilon}; }, {"epsilon"});
  }
  for (const double epsilon : {1.0, -1.0, 2.0, nan})
    expect_refusal([&] { PartitionedGreedy(2, epsilon); }, {"epsilon", "below 1"});
  expect_refusal([] { PartitionedGreedy{-3}; }, {"parts", "-3"});
  expect_refusal([] { ProGreedy{0}; }, {"eta", "0"});
  expect_refusal([] { ProGreedy{-2}; }, {"eta", "-2"});
  expect_refusal([] { Osu{-1}; }, {"bucket", "-1"});
}

TEST(Options, NegativeSizesAreRefused) {
  const auto problem = support::facility_location_problem(3, 4, 1);
  const holdfast::Run run;
  for (const auto& algorithm : support::every_algorithm()) {
    SCOPED_TRACE(algorithm->name());
    expect_refusal([&] { algorithm->select(*problem.objective, {-1, 0}, run); }, {"k", "-1"});
    expect_refusal([&] { algorithm->select(*problem.objective, {2, -3}, run); }, {"tau", "-3"});
  }
}

TEST(Names, AreThePublicOnes) {
  EXPECT_EQ(Greedy().name(), "greedy");
  EXPECT_EQ(Oblivious().name(), "oblivious");
  EXPECT_EQ(ObliviousGreedy(1).name(), "oblivious-greedy");
  EXPECT_EQ(ProGreedy(1).name(), "pro-greedy");
  EXPECT_EQ(Osu(0).name(), "osu");
  EXPECT_EQ(StochasticGreedy(0.1).name(), "stochastic-greedy");
  EXPECT_EQ(RandomGreedy().name(), "random-greedy");
  EXPECT_EQ(PartitionedGreedy().name(), "partitioned-greedy");
}

}  // namespace
}  // namespace holdfast
