// The engine by itself: what `benchmarks/run` compares within one process.

#include <benchmark/benchmark.h>

#include <memory>
#include <numeric>
#include <vector>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/data/generators.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "holdfast/objectives/trace/linear.hpp"

namespace holdfast {
namespace {

const RegressionData& figure2() {
  static const RegressionData data = generate_linear();
  return data;
}

std::unique_ptr<LinearObjective> linear() {
  LinearOptions options;
  options.intercept = false;
  return std::make_unique<LinearObjective>(figure2().train, figure2().train_target, options);
}

Run run_with(int threads) {
  Run::Options options;
  options.threads = threads;
  return Run(options);
}

void first_greedy_run(benchmark::State& state) {
  const Run run = run_with(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    auto objective = linear();
    state.ResumeTiming();
    benchmark::DoNotOptimize(Greedy().select(*objective, {100, 0}, run));
    state.PauseTiming();
    objective.reset();
    state.ResumeTiming();
  }
}
BENCHMARK(first_greedy_run)->Arg(1)->Arg(2)->Unit(benchmark::kMicrosecond)->UseRealTime();

void second_greedy_run(benchmark::State& state) {
  const Run run = run_with(static_cast<int>(state.range(0)));
  const auto objective = linear();
  Greedy().select(*objective, {100, 0}, run);
  for (auto _ : state) benchmark::DoNotOptimize(Greedy().select(*objective, {100, 0}, run));
}
BENCHMARK(second_greedy_run)->Arg(1)->Arg(2)->Unit(benchmark::kMicrosecond)->UseRealTime();

/// One step whose column is not kept yet: one pass over X. Every step asks for a new item.
void greedy_step(benchmark::State& state) {
  const Run run = run_with(1);
  const auto& data = figure2();
  auto objective = linear();
  auto at = objective->start(run);
  const Items probe{0};
  at->gains(probe);
  Item next = 1;
  for (auto _ : state) {
    if (next == 21) {  // so few rows that the pass over X is what is measured
      state.PauseTiming();
      at.reset();
      objective = linear();
      at = objective->start(run);
      at->gains(probe);
      next = 1;
      state.ResumeTiming();
    }
    at->add(next++);
    benchmark::DoNotOptimize(at->gains(probe));
  }
  const auto bytes =
      static_cast<std::int64_t>(data.train.rows() * data.train.cols() * sizeof(double));
  state.SetBytesProcessed(state.iterations() * bytes);
}
BENCHMARK(greedy_step)->Unit(benchmark::kMicrosecond)->UseRealTime();

/// The memory bandwidth of one core on an array of the size of X: a sum with enough accumulators
/// not to wait for additions.
void memory_to_core(benchmark::State& state) {
  const auto& x = figure2().train;
  const std::size_t count = x.rows() * x.cols();
  for (auto _ : state) {
    double sums[32] = {};
    for (std::size_t i = 0; i + 32 <= count; i += 32) {
      for (std::size_t lane = 0; lane < 32; ++lane) sums[lane] += x.data()[i + lane];
    }
    double sum = std::accumulate(std::begin(sums), std::end(sums), 0.0);
    benchmark::DoNotOptimize(sum);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(count * sizeof(double)));
}
BENCHMARK(memory_to_core)->Unit(benchmark::kMicrosecond)->UseRealTime();

/// From the list of chosen items to the deletion, on an objective that was used to choose them.
void greedy_min_30_of_100(benchmark::State& state) {
  const Run run = run_with(1);
  const auto objective = linear();
  const Items chosen = Greedy().select(*objective, {100, 0}, run).items();
  for (auto _ : state) {
    const auto at = objective->start_at(run, chosen);
    benchmark::DoNotOptimize(GreedyMin().attack(*at, 30));
  }
}
BENCHMARK(greedy_min_30_of_100)->Unit(benchmark::kMicrosecond)->UseRealTime();

void all_adversaries_30_of_100(benchmark::State& state) {
  const Run run = run_with(1);
  const auto objective = linear();
  const Items chosen = Greedy().select(*objective, {100, 0}, run).items();
  for (auto _ : state) {
    const auto at = objective->start_at(run, chosen);
    benchmark::DoNotOptimize(PaperAdversaries().attack(*at, 30));
  }
}
BENCHMARK(all_adversaries_30_of_100)->Unit(benchmark::kMicrosecond)->UseRealTime();

/// The same search on one thread and on two, with the same answer.
void robust_search(benchmark::State& state) {
  const Run run = run_with(static_cast<int>(state.range(0)));
  const auto objective = linear();
  const RobustSwap search({.budget = 400'000, .walks = 2});
  for (auto _ : state) benchmark::DoNotOptimize(search.select(*objective, {40, 10}, run));
}
BENCHMARK(robust_search)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

/// 60 columns of 200, a few tens of microseconds of work at a time: what threads cost shows here.
void logistic_greedy(benchmark::State& state) {
  const Run run = run_with(static_cast<int>(state.range(0)));
  const auto data = generate_logistic();
  ClassificationOptions options;
  options.intercept = false;
  const LogisticObjective objective(data.train,
                                    {data.train_target.begin(), data.train_target.end()}, options);
  for (auto _ : state) benchmark::DoNotOptimize(Greedy().select(objective, {60, 0}, run));
}
BENCHMARK(logistic_greedy)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace holdfast
