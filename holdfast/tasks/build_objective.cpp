#include "holdfast/tasks/build_objective.hpp"

#include <utility>

#include "holdfast/registry/registry.hpp"
#include "holdfast/registry/sources.hpp"
#include "holdfast/tasks/groups.hpp"

namespace holdfast::tasks {

BuiltObjective build_objective(registry::OptionValues options, const Run& run) {
  const registry::ObjectiveEntry& entry = registry::find_objective(options.owner());
  options.require_consistent();
  registry::ObjectiveInputs inputs = entry.read(options);
  run.check_stop();
  std::vector<registry::Fact> facts = inputs.facts;
  auto objective = entry.make(std::move(inputs), options, run);
  run.check_stop();
  BuiltObjective built{std::move(objective), std::move(options), std::move(facts)};
  if (!built.options.has("groups")) return built;
  auto groups = read_groups(existing_file(built.options, "groups"), *built.objective);
  return in_groups(std::move(built), std::move(groups));
}

std::optional<double> share(const Objective& objective, double value) {
  const auto largest = objective.largest_value();
  if (!largest || !(*largest > 0.0)) return std::nullopt;
  return value / *largest;
}

}  // namespace holdfast::tasks
