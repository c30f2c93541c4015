#include <gtest/gtest.h>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "tests/support/class_definition.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

/// Every choice against brute force, which refits everything by the definition.
class Choices : public testing::TestWithParam<std::tuple<double, bool, bool>> {
 protected:
  static constexpr Item k = 5;

  support::SetFunction function(std::uint64_t seed) {
    const auto [ridge, intercept, logistic] = GetParam();
    support::ClassShape shape{.rows = 50, .cols = 14, .classes = logistic ? 2 : 3};
    if (seed == 3) shape.signal = 20.0;
    data_ = support::random_class_data(shape, seed);
    objective_ = support::make_objective(data_, ridge, intercept, logistic);
    return {14, support::class_definition(data_, ridge, intercept, logistic)};
  }

  static Items items(const support::Steps& steps) {
    Items list;
    for (const auto& step : steps) list.push_back(step.item);
    return list;
  }

  support::ClassData data_;
  std::shared_ptr<const ClassificationObjective> objective_;
};

TEST_P(Choices, AreThoseOfBruteForce) {
  const holdfast::Run run;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const auto f = function(seed);
    const Problem problem{k, 0};
    const auto chosen = Greedy().select(*objective_, problem, run);
    EXPECT_EQ(chosen.items(), items(support::greedy(f, k)));
    EXPECT_EQ(Oblivious().select(*objective_, problem, run).items(),
              items(support::oblivious(f, k)));
    EXPECT_EQ(RandomGreedy().select(*objective_, problem, run).items(),
              items(support::random_greedy(f, k, run.seed())));
    EXPECT_EQ(StochasticGreedy().select(*objective_, problem, run).items(),
              items(support::stochastic_greedy(f, k, 0.1, run.seed())));
    const auto state = objective_->start_at(run, chosen.items());
    const auto attack = GreedyMin().attack(*state, 3);
    EXPECT_EQ(attack.items, support::greedy_min(f, chosen.items(), 3).deleted);
  }
}

INSTANTIATE_TEST_SUITE_P(Classification, Choices,
                         testing::Combine(testing::Values(1.0, 0.1, 0.01, 0.001), testing::Bool(),
                                          testing::Bool()));

}  // namespace
}  // namespace holdfast
