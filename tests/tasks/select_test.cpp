#include "holdfast/tasks/select.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::tasks {
namespace {

class SelectTest : public ::testing::Test {
 protected:
  SelectTest() : objective_(noise(30, 12), response(30)) {}

  static Matrix noise(std::size_t rows, std::size_t columns) {
    Random random(3, 0);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < rows * columns; ++i) numbers.push_back(random.normal());
    return {rows, columns, std::move(numbers)};
  }
  static std::vector<double> response(std::size_t rows) {
    Random random(4, 0);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < rows; ++i) numbers.push_back(random.normal());
    return numbers;
  }

  Selected chosen(const std::string& algorithm, const Problem& problem, bool compare = true) const {
    SelectRequest request;
    request.problem = problem;
    request.algorithm = {algorithm, registry::find_algorithm(algorithm).options};
    request.adversary = {"exact", registry::find_adversary("exact").options};
    request.compare = compare;
    return select(objective_, request, run_);
  }

  holdfast::Run run_;
  LinearObjective objective_;
};

TEST_F(SelectTest, ComparesWithGreedyUnderTheSameJudge) {
  const auto greedy = chosen("oblivious-greedy", {5, 2}).greedy;
  ASSERT_TRUE(greedy.has_value());
  const auto expected = select_and_attack(objective_, {5, 2}, Greedy(), Exact(), run_);
  EXPECT_EQ(greedy->selection.items(), expected.selection.items());
  EXPECT_EQ(greedy->selection.value, expected.selection.value);
  EXPECT_EQ(greedy->worst().value, expected.worst().value);
  EXPECT_EQ(greedy->judge, "exact");
}

TEST_F(SelectTest, ComparesUnderTheSameConstraints) {
  Problem problem{5, 2};
  problem.constraints.must = {11};
  problem.constraints.must_not = {0, 1};
  const auto greedy = chosen("oblivious-greedy", problem).greedy;
  ASSERT_TRUE(greedy.has_value());
  EXPECT_TRUE(satisfies(problem.constraints, greedy->selection.items()));
}

TEST_F(SelectTest, DoesNotCompareWhereThatTellsNothingOrCostsMuch) {
  EXPECT_FALSE(chosen("greedy", {5, 2}).greedy) << "it is greedy";
  EXPECT_FALSE(chosen("oblivious-greedy", {5, 0}).greedy) << "nothing may be lost";
  EXPECT_FALSE(chosen("oblivious-greedy", {5, 2}, false).greedy) << "nobody asked";
  EXPECT_TRUE(chosen("oblivious", {10, 2}).greedy);
  EXPECT_FALSE(chosen("oblivious", {11, 2}).greedy) << "more than ten times its evaluations";
}

TEST_F(SelectTest, TellsWhatEachItemIsWorth) {
  for (const char* algorithm : {"oblivious-greedy", "beta-path"}) {
    const auto judged = chosen(algorithm, {5, 2}).judged;
    const Items items = judged.selection.items();
    ASSERT_EQ(judged.worths.size(), items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Items alone{items[i]};
      EXPECT_NEAR(judged.worths[i].alone, objective_.value(alone), 1e-9);
      EXPECT_NEAR(judged.worths[i].loss,
                  objective_.value(items) - objective_.value(difference(items, alone)), 1e-9);
    }
  }
}

TEST_F(SelectTest, AnEmptyChoiceHasNoWorths) {
  EXPECT_TRUE(chosen("greedy", {0, 0}).judged.worths.empty());
}

}  // namespace
}  // namespace holdfast::tasks
