// The attack cost that an objective declares matches the game it gets.

#include <gtest/gtest.h>

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/state_game.hpp"
#include "holdfast/core/covering_structure.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/linalg/softmax_structure.hpp"
#include "tests/support/problems.hpp"

namespace holdfast {
namespace {

class Capability : public testing::TestWithParam<support::ProblemMaker> {};

TEST_P(Capability, FitsTheStructure) {
  const support::TestProblem problem = GetParam().make(1);
  const Objective& objective = *problem.objective;
  const bool trace = objective.structure().as<TraceOracle>() != nullptr;
  const bool covering = objective.structure().as<CoveringStructure>() != nullptr;
  const bool classes = objective.structure().as<linalg::SoftmaxStructure>() != nullptr;
  EXPECT_EQ(objective.attack_cost() == AttackCost::microseconds, trace);
  EXPECT_EQ(objective.attack_cost() == AttackCost::refits, classes);

  const holdfast::Run run;
  const Items set = objective.all_items();
  const auto game = make_game(objective, run, set);
  game->move_to(set);
  EXPECT_EQ(game->is_quick(), trace);
  EXPECT_EQ(dynamic_cast<const StateGame*>(game.get()) == nullptr, trace)
      << "a trace form plays on its matrices, groups included";
  EXPECT_EQ(game->search_by_model(greedy_min(*game, 2), no_threshold, Effort::quick).has_value(),
            classes || covering)
      << "a class model is searched by its quadratic models, a covering one by its relaxation";
}

TEST_P(Capability, BlocksNameTheColumnsOfEachItem) {
  const support::TestProblem problem = GetParam().make(1);
  const ItemStructure structure = problem.objective->structure();
  if (!structure.structure || structure.plain()) return;
  ASSERT_EQ(structure.blocks.size(), static_cast<std::size_t>(problem.size()));
  for (const Items& block : structure.blocks) EXPECT_FALSE(block.empty());
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, Capability,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
