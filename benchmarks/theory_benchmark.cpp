#include <benchmark/benchmark.h>

#include "holdfast/core/random.hpp"
#include "holdfast/theory/exact_ratios.hpp"

namespace holdfast {
namespace {

/// A monotone table without structure.
ValueTable random_table(Item items) {
  ValueTable table{items, std::vector<double>(std::size_t{1} << items, 0.0)};
  Random random(1);
  for (Mask set = 1; set < table.values.size(); ++set) {
    for (Mask left = set; left != 0; left &= left - 1)
      table.values[set] = std::max(table.values[set], table.values[set & ~(left & -left)]);
    table.values[set] += random.uniform();
  }
  return table;
}

/// All seven ratios of n items. `pairs` counts the 3^n pairs of disjoint sets per second.
void exact_ratios_of_a_table(benchmark::State& state) {
  const ValueTable table = random_table(static_cast<Item>(state.range(0)));
  Run::Options options;
  options.threads = static_cast<int>(state.range(1));
  const Run run(options);
  std::int64_t pairs = 0;
  for (auto _ : state) {
    const Ratios ratios = exact_ratios(table, run, table.items);
    benchmark::DoNotOptimize(ratios.values.data());
    pairs += ratios.pairs;
  }
  state.counters["pairs"] =
      benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kIsRate);
}

BENCHMARK(exact_ratios_of_a_table)
    ->ArgNames({"items", "threads"})
    ->Args({10, 1})
    ->Args({12, 1})
    ->Args({14, 1})
    ->Args({14, 2})
    ->Args({16, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace holdfast
