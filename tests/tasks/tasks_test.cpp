#include "holdfast/tasks/tasks.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/algorithms/greedy.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

/// Item i weighs i + 1; f is the root of the sum, so every answer is known.
double root_of_weights(std::span<const Item> set) {
  double sum = 0.0;
  for (const Item item : set) sum += item + 1;
  return std::sqrt(sum);
}

class TasksTest : public testing::Test {
 protected:
  holdfast::Run run_;
  FunctionObjective objective_{6, root_of_weights, {}, true};
};

TEST_F(TasksTest, AttackFollowsTheWorstDeletionStepByStep) {
  const std::vector<Item> set{0, 5, 2};
  const auto result = attack(objective_, set, 2, Exact(), run_);
  EXPECT_EQ(result.items, set);
  EXPECT_DOUBLE_EQ(result.value, std::sqrt(10.0));
  EXPECT_THAT(result.worst().items, testing::UnorderedElementsAre(5, 2));
  EXPECT_DOUBLE_EQ(result.worst().value, 1.0);
  EXPECT_TRUE(result.worst().proven);
  ASSERT_EQ(result.left.size(), 2U);
  Items left = set;
  for (std::size_t i = 0; i < 2; ++i) {
    std::erase(left, result.worst().items[i]);
    EXPECT_NEAR(result.left[i], root_of_weights(left), 1e-12);
  }
}

TEST_F(TasksTest, AProvenAttackComesFirst) {
  const std::vector<Item> set{1, 3, 4};
  const auto result = attack(objective_, set, 1, PaperAdversaries(), run_);
  EXPECT_EQ(result.tried.size(), 4U);
  EXPECT_TRUE(result.worst().proven);
  EXPECT_EQ(result.worst().adversary, "greedy-min");
}

TEST_F(TasksTest, AttackRefusesWhatIsNoSet) {
  EXPECT_THROW(attack(objective_, std::vector<Item>{1, 1}, 1, Exact(), run_),
               std::invalid_argument);
  EXPECT_THROW(attack(objective_, std::vector<Item>{6}, 1, Exact(), run_), std::invalid_argument);
}

TEST_F(TasksTest, SelectThenAttack) {
  const auto result = select_and_attack(objective_, {3, 1}, Greedy(), Exact(), run_);
  EXPECT_THAT(result.selection.items(), testing::ElementsAre(5, 4, 3));
  EXPECT_EQ(result.attacked.items, result.selection.items());
  EXPECT_THAT(result.attacked.worst().items, testing::ElementsAre(5));
  EXPECT_NEAR(result.attacked.worst().value, 3.0, 1e-12);
}

TEST_F(TasksTest, CurvesHaveAPointForEachNumberOfDeletions) {
  std::vector<OptionValues> asked;
  for (const auto* name : {"greedy", "pro-greedy", "omp"}) {
    asked.emplace_back(name, find_algorithm(name).options);
  }
  const auto result = curves(objective_, {3, 2}, 4, asked, Exact(), run_);
  ASSERT_EQ(result.curves.size(), 1U);
  EXPECT_EQ(result.curves[0].algorithm.owner(), "greedy");
  const std::vector<double> expected{15.0, 9.0, 4.0, 0.0, 0.0};
  ASSERT_EQ(result.curves[0].worst.size(), expected.size());
  for (std::size_t tau = 0; tau < expected.size(); ++tau) {
    EXPECT_NEAR(result.curves[0].worst[tau].value, std::sqrt(expected[tau]), 1e-12) << tau;
    EXPECT_EQ(result.curves[0].worst[tau].items.size(), std::min<std::size_t>(tau, 3));
  }
  ASSERT_EQ(result.skipped.size(), 2U);
  EXPECT_EQ(result.skipped[0].algorithm, "pro-greedy");
  EXPECT_THAT(result.skipped[0].why, testing::HasSubstr("k = 3"));
  EXPECT_EQ(result.skipped[1].algorithm, "omp");
  EXPECT_THAT(result.skipped[1].why, testing::HasSubstr("gradient"));
}

TEST_F(TasksTest, CurvesTellHowFarTheyAre) {
  std::vector<std::int64_t> done;
  std::int64_t total = 0;
  holdfast::Run::Options options;
  options.on_progress = [&](const Progress& progress) {
    if (progress.job != "curve") return;
    done.push_back(progress.done);
    total = progress.total;
  };
  const holdfast::Run run(options);
  const std::vector<OptionValues> asked{{"greedy", {}}};
  curves(objective_, {3, 2}, 2, asked, Exact(), run);
  EXPECT_THAT(done, testing::ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(total, 4);
}

TEST_F(TasksTest, ShareNeedsALargestValue) { EXPECT_EQ(share(objective_, 1.0), std::nullopt); }

}  // namespace
}  // namespace holdfast::registry
