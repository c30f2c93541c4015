#include "tests/support/registered.hpp"

#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast::support {
namespace {

constexpr std::size_t rows = 24;
constexpr std::size_t items = 8;

std::vector<double> positive_numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = random.uniform(0.1, 1.0);
  return numbers;
}

/// Each objective takes what it knows.
registry::ObjectiveInputs inputs_for(const registry::ObjectiveEntry& entry) {
  registry::ObjectiveInputs inputs;
  for (const auto& source : entry.sources) {
    const std::uint64_t seed = inputs.matrices.size() + 1;
    const bool points = source.name == "points";
    const std::size_t height = points ? items : rows;
    const std::size_t width = points ? 2 : items;
    inputs.matrices.emplace(source.name,
                            Matrix(height, width, positive_numbers(height * width, seed)));
    inputs.vectors.emplace(source.name, positive_numbers(rows, seed + 100));
  }
  auto& classes = inputs.vectors["target"];
  classes = positive_numbers(rows, 5);
  for (double& number : classes) number = number > 0.5 ? 1.0 : 0.0;
  return inputs;
}

}  // namespace

TestProblem registered_problem(const registry::ObjectiveEntry& entry) {
  const Run run;
  const registry::OptionValues options(entry.name, entry.all_options());
  TestProblem problem;
  problem.label = entry.name;
  problem.objective = entry.make(inputs_for(entry), options, run);
  problem.definition = [objective = problem.objective](std::span<const Item> set) {
    return objective->value(set);
  };
  return problem;
}

}  // namespace holdfast::support
