#include "holdfast/tasks/select.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/registry/registry.hpp"
#include "tests/support/problems.hpp"

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

/// Stops the run at the n-th time that somebody asks whether to stop, for growing n.
class StopTest : public ::testing::TestWithParam<const char*> {
 protected:
  /// The answer, and whether the stop came before the end; nothing if there was nothing to show.
  struct Answer {
    std::optional<Selected> selected;
    bool stopped = false;
    int acknowledged = 0;
  };

  Answer stopped_at(int n) const {
    const support::TestProblem problem = support::table_problem(9, false, 3);
    Answer answer;
    holdfast::Run::Options options;
    options.threads = 1;
    options.should_stop = [&, asked = 0]() mutable { return answer.stopped = ++asked >= n; };
    options.on_acknowledged = [&] { ++answer.acknowledged; };
    const holdfast::Run run(options);
    SelectRequest request;
    request.problem = {6, 2};
    request.algorithm = {GetParam(), registry::find_algorithm(GetParam()).options};
    if (GetParam() == std::string("auto")) request.algorithm.set_text("budget", "30");
    request.adversary = {"strong", registry::find_adversary("strong").options};
    request.certify = true;
    try {
      answer.selected = select(*problem.objective, request, run);
      expect_true(*answer.selected, problem);
    } catch (const Interrupted&) {
    }
    return answer;
  }

 private:
  static void expect_true(const Selected& selected, const support::TestProblem& problem) {
    const Judged& judged = selected.judged;
    const Items items = judged.selection.items();
    EXPECT_EQ(items.size(), 6U);
    EXPECT_EQ(judged.worths.size(), 6U);
    EXPECT_EQ(judged.judge, "strong");
    EXPECT_EQ(judged.worst().items.size(), 2U);
    EXPECT_NEAR(judged.worst().value, problem.definition(difference(items, judged.worst().items)),
                problem.allowed_error());
    EXPECT_EQ(judged.values_left.size(), 2U);
    if (judged.selection.interrupted()) {
      EXPECT_FALSE(selected.greedy);
    }
  }
};

TEST_P(StopTest, ReturnsTheBestSoFar) {
  const bool always = std::string(GetParam()) != "greedy";
  int with_a_result = 0;
  for (int n = 1;; n += 1 + n / 8) {
    SCOPED_TRACE(n);
    const Answer answer = stopped_at(n);
    if (!answer.stopped) {
      EXPECT_EQ(answer.acknowledged, 0);
      ASSERT_TRUE(answer.selected);
      EXPECT_FALSE(answer.selected->judged.selection.interrupted());
      break;
    }
    EXPECT_EQ(answer.acknowledged, answer.selected ? 1 : 0);
    if (always || with_a_result > 0) {
      ASSERT_TRUE(answer.selected) << "once there is a result it is not lost";
    }
    if (!answer.selected) continue;
    ++with_a_result;
    EXPECT_EQ(answer.selected->judged.selection.stopped, "interrupted: the best so far");
  }
  EXPECT_GT(with_a_result, 3);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, StopTest, ::testing::Values("auto", "beta-path", "greedy"),
                         [](const auto& name) {
                           return std::string(name.param) == "beta-path" ? "beta_path"
                                                                         : std::string(name.param);
                         });

TEST_F(SelectTest, AnEmptyChoiceHasNoWorths) {
  EXPECT_TRUE(chosen("greedy", {0, 0}).judged.worths.empty());
}

}  // namespace
}  // namespace holdfast::tasks
