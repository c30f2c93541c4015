#include "holdfast/tasks/build_objective.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "holdfast/registry/registry.hpp"
#include "holdfast/registry/sources.hpp"
#include "holdfast/tasks/events.hpp"
#include "holdfast/tasks/groups.hpp"

namespace holdfast::tasks {
namespace {

/// Standard input can be read once.
void require_one_standard_input(const registry::OptionValues& options) {
  std::string first;
  for (const auto& option : options.table()) {
    if (option.kind != registry::OptionKind::file || !options.has(option.name)) continue;
    if (options.text(option.name) != "-") continue;
    const std::string name = options.spelling_of(option.name);
    if (!first.empty()) {
      throw std::invalid_argument(
          fmt::format("{} and {} cannot both be standard input; give one as a file", first, name));
    }
    first = name;
  }
}

}  // namespace

BuiltObjective build_objective(registry::OptionValues options, const Run& run) {
  const registry::ObjectiveEntry& entry = registry::find_objective(options.owner());
  options.require_consistent();
  require_one_standard_input(options);
  std::optional<registry::ObjectiveInputs> blocks;
  if (entry.read_in_blocks) blocks = entry.read_in_blocks(options, run);
  registry::ObjectiveInputs inputs = blocks ? std::move(*blocks) : entry.read(options);
  run.check_stop();
  std::vector<registry::Fact> facts = inputs.facts;
  std::vector<std::string> warnings = inputs.warnings;
  auto objective = entry.make(std::move(inputs), options, run);
  run.check_stop();
  BuiltObjective built{std::move(objective), std::move(options), std::move(facts),
                       std::move(warnings)};
  if (built.options.has("groups")) {
    auto groups = read_groups(existing_file(built.options, "groups"), *built.objective);
    built = in_groups(std::move(built), std::move(groups));
  }
  return with_asked_events(std::move(built), run);
}

std::optional<double> share(const Objective& objective, double value) {
  const auto largest = objective.largest_value();
  if (!largest || !(*largest > 0.0)) return std::nullopt;
  return value / *largest;
}

}  // namespace holdfast::tasks
