#include "paper/work_units.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

#include "holdfast/algorithms/guard_sets.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/data/generators.hpp"

namespace holdfast::paper {
namespace {

/// Solves the normal equations by elimination.
std::vector<double> least_squares(const Matrix& design, const std::vector<double>& target,
                                  const Items& items) {
  const std::size_t n = items.size();
  std::vector<std::vector<double>> system(n, std::vector<double>(n + 1, 0.0));
  const auto column = [&](std::size_t i) {
    return design.column(static_cast<std::size_t>(items[i]));
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t row = 0; row < target.size(); ++row) {
      for (std::size_t j = 0; j < n; ++j) system[i][j] += column(i)[row] * column(j)[row];
      system[i][n] += column(i)[row] * target[row];
    }
  }
  for (std::size_t pivot = 0; pivot < n; ++pivot) {
    for (std::size_t i = 0; i < n; ++i) {
      if (i == pivot) continue;
      const double factor = system[i][pivot] / system[pivot][pivot];
      for (std::size_t j = pivot; j <= n; ++j) system[i][j] -= factor * system[pivot][j];
    }
  }
  std::vector<double> weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = system[i][n] / system[i][i];
  return weights;
}

// Both methods, all taus, two threads that meet at the same sets.
TEST(Perform, GivesTheSameWithSharedSets) {
  for (const auto& experiment : describe_experiments(Scale::tiny, {"2", "3"})) {
    const auto trial = draw_trial(experiment, {3, Scale::tiny, nullptr}, 1);
    const auto units = units_of(experiment, 1, Share::robust);
    ASSERT_GT(units.size(), 2U);
    const auto sets = std::make_shared<GuardSets>(20);
    std::vector<UnitResult> shared(units.size());
    const auto every_second = [&](std::size_t first) {
      for (std::size_t i = first; i < units.size(); i += 2) {
        shared[i] = perform(units[i], *trial, 3, nullptr, sets);
      }
    };
    std::thread other(every_second, 1);
    every_second(0);
    other.join();
    for (std::size_t i = 0; i < units.size(); ++i) {
      const UnitResult alone = perform(units[i], *trial, 3, nullptr);
      EXPECT_EQ(alone.evaluations, shared[i].evaluations);
      ASSERT_EQ(alone.cells.size(), shared[i].cells.size());
      for (std::size_t c = 0; c < alone.cells.size(); ++c) {
        EXPECT_EQ(alone.cells[c].selected, shared[i].cells[c].selected);
        EXPECT_EQ(alone.cells[c].value, shared[i].cells[c].value);
      }
    }
  }
}

TEST(Perform, StoresValuesThatTheObjectiveConfirms) {
  for (const auto& experiment : describe_experiments(Scale::tiny, {"2", "3", "5"})) {
    const auto trial = draw_trial(experiment, {3, Scale::tiny, nullptr}, 1);
    const auto objective = trial->objective();
    for (const auto& unit : units_of(experiment, 1)) {
      if (unit.method->sweep_only) continue;
      for (const auto& result : perform(unit, *trial, 3, nullptr).cells) {
        ASSERT_EQ(std::ssize(result.selected), result.cell.k);
        ASSERT_EQ(std::ssize(result.deleted), result.cell.tau);
        const Items left = difference(result.selected, result.deleted);
        ASSERT_EQ(std::ssize(left), result.cell.k - result.cell.tau);
        const double scale = result.value;
        EXPECT_NEAR(result.value, objective->value(result.selected), 1e-6 * scale);
        EXPECT_NEAR(result.worst, objective->value(left), 1e-6 * scale);
        const auto& found = result.adversaries;
        // Of attacks that differ only by rounding, the first counts.
        const double least =
            std::min({found.greedy_min, found.greedy_max, found.random, found.stochastic});
        EXPECT_GE(result.worst, least);
        EXPECT_LE(result.worst, least + TieRule::width(result.worst, scale));
        const holdfast::Run run;
        const auto state = objective->start_at(run, result.selected);
        EXPECT_NEAR(found.greedy_max, GreedyMax().attack(*state, result.cell.tau).value,
                    1e-6 * scale);
        EXPECT_LE(found.random, found.random_once);
        EXPECT_LE(found.stochastic, found.stochastic_once);
        EXPECT_EQ(result.score.has_value(), !experiment.score.empty());
      }
    }
  }
}

TEST(Judge, ReportsValuesThatTheObjectiveConfirms) {
  for (const auto& experiment : describe_experiments(Scale::tiny, {"2", "3", "5"})) {
    const auto trial = draw_trial(experiment, {3, Scale::tiny, nullptr}, 0);
    const auto objective = trial->objective();
    for (const auto& unit : units_of(experiment, 0, Share::judged)) {
      EXPECT_FALSE(unit.method->sweep_only);
      if (unit.method->id != "greedy") continue;
      auto cells = perform(unit, *trial, 3, nullptr).cells;
      judge(unit, cells, *trial, 3, nullptr);
      for (const auto& result : cells) {
        const StrongAttack& judged = result.judged.value();
        ASSERT_EQ(std::ssize(judged.deleted), result.cell.tau);
        const double scale = result.value;
        const Items left = difference(result.selected, judged.deleted);
        EXPECT_NEAR(judged.worst, objective->value(left), 1e-6 * scale);
        EXPECT_EQ(judged.score.has_value(), !experiment.score.empty());
        EXPECT_EQ(judged.searched.has_value(), experiment.proof_nodes > 0);
        if (!judged.searched) continue;
        EXPECT_LE(*judged.searched, judged.worst);
        EXPECT_LE(*judged.at_least, *judged.searched + 1e-9 * scale);
        EXPECT_LE(*judged.at_least, result.worst + 1e-9 * scale);
      }
    }
  }
}

TEST(Perform, ChoosesForEachKWhatTheAlgorithmAloneWould) {
  const auto experiments = describe_experiments(Scale::tiny, {"2"});
  const auto& experiment = experiments.front();
  const auto trial = draw_trial(experiment, {0, Scale::tiny, nullptr}, 0);
  for (const auto& unit : units_of(experiment, 0)) {
    if (unit.method->algorithm == "stochastic-greedy" ||
        unit.method->algorithm == "random-greedy") {
      continue;  // random, with a seed that only the unit knows
    }
    for (const auto& result : perform(unit, *trial, 0, nullptr).cells) {
      const auto alone =
          unit.method->make(result.cell.tau)
              ->select(*trial->objective(), {result.cell.k, result.cell.tau}, holdfast::Run());
      EXPECT_EQ(result.selected, alone.items()) << unit.describe() << " k = " << result.cell.k;
    }
  }
}

TEST(Perform, ScoresAModelFittedToWhatIsLeft) {
  const auto experiments = describe_experiments(Scale::tiny, {"2"});
  const auto trial = draw_trial(experiments.front(), {0, Scale::tiny, nullptr}, 0);
  const auto data = generate_linear(
      {.train_rows = 60, .test_rows = 60, .columns = 60, .nonzeros = 10, .draw = {0, 0}});
  const auto units = units_of(experiments.front(), 0);
  const auto greedy =
      std::ranges::find_if(units, [](const Unit& unit) { return unit.method->id == "greedy"; });
  const auto results = perform(*greedy, *trial, 0, nullptr).cells;
  const auto& result = results.front();
  const Items left = difference(result.selected, result.deleted);
  const auto weights = least_squares(data.train, data.train_target, left);
  double residual = 0.0;
  double total = 0.0;
  for (std::size_t row = 0; row < data.test_target.size(); ++row) {
    double error = data.test_target[row];
    for (std::size_t i = 0; i < left.size(); ++i) {
      error -= weights[i] * data.test(row, static_cast<std::size_t>(left[i]));
    }
    residual += error * error;
    total += data.test_target[row] * data.test_target[row];
  }
  EXPECT_NEAR(result.score.value(), 1.0 - residual / total, 1e-9);
}

TEST(Perform, StopsOnRequest) {
  const auto experiments = describe_experiments(Scale::tiny, {"2"});
  const auto trial = draw_trial(experiments.front(), {0, Scale::tiny, nullptr}, 0);
  const std::atomic<bool> stop = true;
  EXPECT_THROW(perform(units_of(experiments.front(), 0).front(), *trial, 0, &stop), Interrupted);
}

TEST(DrawTrial, DiffersBetweenTrialsOnly) {
  const auto experiments = describe_experiments(Scale::tiny, {"3"});
  const TrialSource source{5, Scale::tiny, nullptr};
  const Items some{0, 1, 2, 3};
  const auto value = [&](std::uint64_t trial) {
    return draw_trial(experiments.front(), source, trial)->objective()->value(some);
  };
  EXPECT_EQ(value(0), value(0));
  EXPECT_NE(value(0), value(1));
}

}  // namespace
}  // namespace holdfast::paper
