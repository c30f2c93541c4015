#include "tests/support/small_functions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "holdfast/core/random.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "tests/support/definitions.hpp"
#include "tests/support/random_data.hpp"

namespace holdfast::small {
namespace {

SmallFunction from_definition(std::string label, Item items,
                              const support::Definition& definition) {
  return from_values(std::move(label), items, [&](Mask set) { return definition(to_items(set)); });
}

double sum_over(Mask set, const std::vector<double>& weights) {
  double sum = 0.0;
  for (const Item item : to_items(set)) sum += weights[static_cast<std::size_t>(item)];
  return sum;
}

}  // namespace

slow::Function SmallFunction::value() const {
  return [values = table](const Items& items) { return values[to_mask(items)]; };
}

std::unique_ptr<Objective> SmallFunction::objective() const {
  return std::make_unique<FunctionObjective>(
      table.items, [values = table](std::span<const Item> set) { return values[to_mask(set)]; });
}

SmallFunction from_values(std::string label, Item items, const std::function<double(Mask)>& value) {
  SmallFunction function;
  function.label = std::move(label) + " of " + std::to_string(items);
  function.table.items = items;
  for (Mask set = 0; set < Mask{1} << items; ++set)
    function.table.values.push_back(set == 0 ? 0.0 : value(set));
  return function;
}

SmallFunction coverage(Item items, std::uint64_t seed) {
  const auto sets = support::random_cover(12, static_cast<std::size_t>(items), 0.35, seed);
  return from_definition("coverage", items,
                         support::coverage_definition(sets, support::random_weights(12, seed)));
}

SmallFunction facility_location(Item items, std::uint64_t seed) {
  return from_definition("facility location", items,
                         support::facility_location_definition(
                             support::random_similarity(6, static_cast<std::size_t>(items), seed)));
}

SmallFunction random_increments(Item items, std::uint64_t seed) {
  Random random(seed, 1);
  std::vector<double> values(std::size_t{1} << items, 0.0);
  for (Mask set = 1; set < values.size(); ++set) {
    for (const Item item : to_items(set))
      values[set] = std::max(values[set], values[set & ~(Mask{1} << item)]);
    if (random.uniform() < 0.7) values[set] += random.uniform();
  }
  return from_values("random increments", items, [&](Mask set) { return values[set]; });
}

SmallFunction nearly_additive(Item items, std::uint64_t seed) {
  Random random(seed, 2);
  const auto weights = support::random_weights(static_cast<std::size_t>(items), seed);
  std::vector<double> values(std::size_t{1} << items, 0.0);
  for (Mask set = 1; set < values.size(); ++set) {
    for (const Item item : to_items(set))
      values[set] = std::max(values[set], values[set & ~(Mask{1} << item)]);
    values[set] = std::max(values[set], sum_over(set, weights) * random.uniform(0.8, 1.2));
  }
  return from_values("nearly additive", items, [&](Mask set) { return values[set]; });
}

SmallFunction supermodular(Item items, std::uint64_t seed) {
  const auto weights = support::random_weights(static_cast<std::size_t>(items), seed);
  return from_values("supermodular", items,
                     [&](Mask set) { return std::pow(sum_over(set, weights), 1.7); });
}

SmallFunction modular(Item items, std::uint64_t seed) {
  const auto weights = support::random_weights(static_cast<std::size_t>(items), seed);
  return from_values("modular", items, [&](Mask set) { return sum_over(set, weights); });
}

SmallFunction regression(Item items, std::uint64_t seed) {
  const support::LinearShape shape{
      .rows = 15, .cols = static_cast<std::size_t>(items), .correlation = 0.6};
  const auto data = support::random_linear_data(shape, seed);
  return from_definition("regression", items,
                         support::linear_definition({data.design, data.response, 0.3, false}));
}

SmallFunction variance_reduction(Item items, std::uint64_t seed) {
  const Kernel kernel{Kernel::Shape::matern32, 1.0, 1.0};
  const Matrix points = support::random_points(static_cast<std::size_t>(items), 2, seed);
  const Matrix targets = support::random_points(4, 2, seed + 77);
  return from_definition("variance reduction", items,
                         support::variance_reduction_definition(
                             support::kernel_matrix_by_definition(kernel, points, points),
                             support::kernel_matrix_by_definition(kernel, targets, points), 0.5));
}

std::vector<SmallFunction> of_every_kind(Item most_items, int rounds, std::uint64_t seed) {
  std::vector<SmallFunction> functions;
  for (int round = 0; round < rounds; ++round) {
    const auto items = static_cast<Item>(2 + round % (most_items - 1));
    const std::uint64_t own = seed * 1000 + static_cast<std::uint64_t>(round);
    for (const auto make : {coverage, facility_location, random_increments, nearly_additive,
                            supermodular, modular, regression, variance_reduction})
      functions.push_back(make(items, own));
  }
  return functions;
}

}  // namespace holdfast::small
