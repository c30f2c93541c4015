// What a search learned about its own choice travels on with it.

#include <gtest/gtest.h>

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "tests/support/problems.hpp"

namespace holdfast {
namespace {

class Evidence : public testing::TestWithParam<support::ProblemMaker> {
 protected:
  static void expect_sound(const support::TestProblem& problem, const Selection& selection) {
    const double error = 10 * problem.allowed_error();
    ASSERT_TRUE(selection.worst);
    const Deletion& worst = *selection.worst;
    EXPECT_FALSE(worst.adversary.empty());
    EXPECT_EQ(std::ssize(worst.items),
              std::min<std::ptrdiff_t>(selection.problem.tau, std::ssize(selection.steps)));
    const Items left = difference(selection.items(), worst.items);
    EXPECT_EQ(left.size() + worst.items.size(), selection.steps.size());
    EXPECT_NEAR(worst.value, problem.definition(left), error);
    // The judge of the search finds nothing worse, and what is reported as proven is true.
    EXPECT_GE(Strong().attack(*selection.state, selection.problem.tau).value, worst.value - error);
    const Deletion truth = Exact().attack(*selection.state, selection.problem.tau);
    ASSERT_TRUE(truth.proven);
    EXPECT_LE(worst.at_least, truth.value + error);
    if (worst.proven) {
      EXPECT_NEAR(worst.value, truth.value, error);
    }
  }
};

TEST_P(Evidence, RobustSearchHandsOverTheWorstDeletionItKnows) {
  const support::TestProblem problem = GetParam().make(3);
  const holdfast::Run run;
  for (const Item tau : {0, 1, 2, 5}) {
    SCOPED_TRACE(tau);
    const Problem asked{std::min<Item>(5, problem.size()), tau};
    expect_sound(problem, BetaPath().select(*problem.objective, asked, run));
    expect_sound(problem, RobustSwap({.budget = 300}).select(*problem.objective, asked, run));
  }
}

TEST_P(Evidence, TheStateIsAtTheChosenItems) {
  const support::TestProblem problem = GetParam().make(4);
  const holdfast::Run run;
  const Selection selection = Greedy().select(*problem.objective, {4, 1}, run);
  EXPECT_FALSE(selection.worst) << "greedy does not look for deletions";
  ASSERT_TRUE(selection.state);
  EXPECT_TRUE(same_items(selection.state->items(), selection.items()));
  EXPECT_EQ(selection.state->value(), selection.value);
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, Evidence,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
