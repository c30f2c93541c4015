#include "holdfast/tasks/judge.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/build_objective.hpp"
#include "holdfast/tasks/select.hpp"
#include "tests/support/evidence.hpp"

namespace holdfast::tasks {
namespace {

using support::FeebleAdversary;
using support::KnowingAlgorithm;
using support::root_of_weights;
using testing::ElementsAre;

class JudgeTest : public testing::Test {
 protected:
  holdfast::Run run_;
  FunctionObjective objective_ = support::root_objective();
};

TEST_F(JudgeTest, AttackFollowsTheWorstDeletionStepByStep) {
  const std::vector<Item> set{0, 5, 2};
  const auto judged = attack(objective_, set, 2, Exact(), run_);
  EXPECT_EQ(judged.selection.items(), set);
  EXPECT_EQ(judged.selection.algorithm, "");
  EXPECT_DOUBLE_EQ(judged.selection.value, std::sqrt(10.0));
  EXPECT_THAT(judged.worst().items, testing::UnorderedElementsAre(5, 2));
  EXPECT_DOUBLE_EQ(judged.worst().value, 1.0);
  EXPECT_TRUE(judged.worst().proven);
  ASSERT_EQ(judged.values_left.size(), 2U);
  Items left = set;
  for (std::size_t i = 0; i < 2; ++i) {
    std::erase(left, judged.worst().items[i]);
    EXPECT_NEAR(judged.values_left[i], root_of_weights(left), 1e-12);
  }
}

TEST_F(JudgeTest, AProvenAttackComesFirst) {
  const std::vector<Item> set{1, 3, 4};
  const auto judged = attack(objective_, set, 1, PaperAdversaries(), run_);
  EXPECT_EQ(judged.attacks.size(), 4U);
  EXPECT_TRUE(judged.worst().proven);
  EXPECT_EQ(judged.worst().adversary, "greedy-min");
}

/// Every other item does harm. That a deletion leaves less than 0 does not make it the worst.
TEST_F(JudgeTest, NothingIsProvenFromMonotonicityIfAFunctionFalls) {
  const auto harm_by_odd_items = [](std::span<const Item> set) {
    double sum = 0.0;
    for (const Item item : set) sum += item % 2 == 0 ? 1.0 : -2.0;
    return sum;
  };
  const FunctionObjective falling(30, harm_by_odd_items);
  const auto judged = attack(falling, falling.all_items(), 10, GreedyMin(), run_);
  EXPECT_EQ(judged.worst().value, -25.0);
  EXPECT_FALSE(judged.worst().proven);
}

TEST_F(JudgeTest, AttackRefusesWhatIsNoSet) {
  EXPECT_THROW(attack(objective_, std::vector<Item>{1, 1}, 1, Exact(), run_),
               std::invalid_argument);
  EXPECT_THROW(attack(objective_, std::vector<Item>{6}, 1, Exact(), run_), std::invalid_argument);
}

TEST_F(JudgeTest, SelectThenAttack) {
  const auto judged = select_and_attack(objective_, {3, 1}, Greedy(), Exact(), run_);
  EXPECT_THAT(judged.selection.items(), ElementsAre(5, 4, 3));
  EXPECT_EQ(judged.judge, "exact");
  EXPECT_THAT(judged.worst().items, ElementsAre(5));
  EXPECT_NEAR(judged.worst().value, 3.0, 1e-12);
}

TEST_F(JudgeTest, ShareNeedsALargestValue) { EXPECT_EQ(share(objective_, 1.0), std::nullopt); }

/// The first four items weigh 1, 2, 3 and 4; the feeble adversary deletes 0, which leaves 3.
Judged judged_after(std::optional<Deletion> known, const Objective& objective,
                    const Adversary& adversary, const Run& run) {
  return select_and_attack(objective, {4, 1}, KnowingAlgorithm(std::move(known)), adversary, run);
}

TEST_F(JudgeTest, ReportsTheWorstDeletionThatTheSearchKnew) {
  const double left = std::sqrt(6.0);
  const auto judged = judged_after(Deletion{"searcher", {3}, left, false, 99, 9.0, 1.0}, objective_,
                                   FeebleAdversary(), run_);
  EXPECT_EQ(judged.worst().adversary, "searcher");
  EXPECT_THAT(judged.worst().items, ElementsAre(3));
  EXPECT_EQ(judged.worst().value, left);
  EXPECT_TRUE(judged.worst().proven) << "four deletions are all settled";
  EXPECT_EQ(judged.worst().at_least, left);
  EXPECT_EQ(judged.worst().evaluations, 0) << "counted with the search";
  EXPECT_THAT(judged.values_left, ElementsAre(testing::DoubleNear(left, 1e-12)));
  ASSERT_EQ(judged.attacks.size(), 2U);
  EXPECT_EQ(judged.attacks[1].adversary, "feeble");
}

TEST_F(JudgeTest, SettlesFewDeletionsWhoeverJudges) {
  const auto judged = judged_after(std::nullopt, objective_, FeebleAdversary(), run_);
  EXPECT_EQ(judged.worst().adversary, "exact");
  EXPECT_TRUE(judged.worst().proven);
  EXPECT_NEAR(judged.worst().value, std::sqrt(6.0), 1e-12);
  EXPECT_EQ(judged.attacks[1].adversary, "feeble");
}

TEST_F(JudgeTest, KeepsItsOwnDeletionWhereTheSearchKnewNoWorseOne) {
  const double left = std::sqrt(8.0);
  const auto judged =
      judged_after(Deletion{"searcher", {1}, left, false, 0, 0.0, 2.0}, objective_, Exact(), run_);
  EXPECT_EQ(judged.worst().adversary, "exact");
  EXPECT_TRUE(judged.worst().proven);
  EXPECT_EQ(judged.attacks[1].adversary, "searcher");
}

TEST_F(JudgeTest, TheSameDeletionIsListedOnceAndGainsTheProof) {
  const double left = 3.0;
  const auto judged = judged_after(Deletion{"searcher", {0}, left, true, 0, 0.0, left}, objective_,
                                   FeebleAdversary(), run_);
  ASSERT_EQ(judged.attacks.size(), 1U);
  EXPECT_EQ(judged.worst().adversary, "feeble");
  EXPECT_TRUE(judged.worst().proven);
  EXPECT_EQ(judged.worst().at_least, left);
}

TEST_F(JudgeTest, ABoundThatReachesTheWorstAttackProvesIt) {
  const double left = std::sqrt(6.0);
  const auto judged = judged_after(Deletion{"searcher", {3}, left, false, 0, 0.0, left + 0.1},
                                   objective_, FeebleAdversary(), run_);
  EXPECT_EQ(judged.worst().adversary, "searcher");
  EXPECT_TRUE(judged.worst().proven);
}

TEST_F(JudgeTest, UsesTheStateOfTheSelection) {
  Selection selection = Greedy().select(objective_, {3, 1}, run_);
  const State* kept = selection.state.get();
  ASSERT_NE(kept, nullptr);
  const auto judged = judge(std::move(selection), objective_, Exact(), run_);
  EXPECT_EQ(judged.selection.state.get(), kept);
}

TEST_F(JudgeTest, AnEarlierDeletionIsValuedAnew) {
  const Selection set = given_set(objective_, Items{0, 1, 2}, {.tau = 1}, run_);
  const auto known = revalued(set, Deletion{"earlier", {2}, 0.5});
  ASSERT_TRUE(known);
  EXPECT_EQ(known->adversary, "earlier");
  EXPECT_DOUBLE_EQ(known->value, std::sqrt(3.0));
  EXPECT_FALSE(known->proven);
  EXPECT_FALSE(revalued(set, Deletion{"earlier", {4}})) << "no member";
  EXPECT_FALSE(revalued(set, Deletion{"earlier", {1, 2}})) << "two items";
  EXPECT_FALSE(revalued(set, Deletion{"earlier", {1, 1}})) << "one item twice";
}

TEST_F(JudgeTest, CertifyMakesNoSecondAttack) {
  const FeebleAdversary feeble;
  const auto judged =
      judged_after(Deletion{"searcher", {3}, std::sqrt(6.0), true, 0, 0.0, std::sqrt(6.0)},
                   objective_, feeble, run_);
  const Certificate certificate = certify(judged, std::nullopt);
  EXPECT_EQ(feeble.asked(), 1);
  EXPECT_EQ(certificate.worst_case.attacks.size(), 2U) << "what is proven needs no exact attack";
  EXPECT_EQ(certificate.worst_case.upper, std::sqrt(6.0));
  EXPECT_EQ(certificate.worst_case.lower, std::sqrt(6.0));
  EXPECT_EQ(certificate.worst_case.lower_by, "searcher");
}

TEST_F(JudgeTest, WhatCertifyFindsIsLearned) {
  const FeebleAdversary feeble;
  auto judged = judged_after(std::nullopt, objective_, feeble, run_);
  judged.attacks = feeble.attacks(*judged.selection.state, 1);  // as if there were many deletions
  EXPECT_EQ(judged.worst().value, 3.0);
  const Certificate certificate = certify(judged, std::nullopt);
  learn(judged, certificate.worst_case.attacks);
  EXPECT_EQ(feeble.asked(), 2);
  EXPECT_EQ(judged.worst().adversary, "exact");
  EXPECT_NEAR(judged.worst().value, std::sqrt(6.0), 1e-12);
  EXPECT_EQ(judged.attacks.size(), 2U);
  EXPECT_EQ(judged.values_left.size(), 1U);
}

TEST_F(JudgeTest, SelectTellsOneStoryInAllItsParts) {
  SelectRequest request;
  request.problem = {3, 1};
  request.algorithm = {"greedy", {}};
  request.adversary = {"greedy-max", {}};
  request.explain = true;
  request.certify = true;
  const Selected selected = select(objective_, request, run_);
  ASSERT_TRUE(selected.explanation);
  ASSERT_TRUE(selected.certificate);
  EXPECT_EQ(selected.judged.worst().value, selected.certificate->worst_case.upper);
  EXPECT_EQ(selected.judged.selection.algorithm, "greedy");
}

}  // namespace
}  // namespace holdfast::tasks
