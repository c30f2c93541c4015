#include "cli/given_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "holdfast/data/read.hpp"
#include "holdfast/registry/common_options.hpp"
#include "holdfast/registry/sources.hpp"
#include "holdfast/tasks/judge.hpp"

namespace holdfast::cli {
namespace {

using documents::SelectionFile;
using registry::OptionValues;

void complete(OptionValues& options, const SelectionFile& selection) {
  if (selection.objective != options.owner()) return;
  const auto& entry = registry::find_objective(options.owner());
  const bool own_files = std::ranges::any_of(
      entry.sources, [&](const registry::Option& source) { return options.is_given(source.name); });
  const auto failures = registry::failure_options();
  const auto is_failure = [&](const registry::Option& option) {
    return std::ranges::find(failures, option.name, &registry::Option::name) != failures.end();
  };
  const bool own_failures = std::ranges::any_of(
      failures, [&](const registry::Option& option) { return options.is_given(option.name); });
  for (const auto& option : own_files ? entry.options : entry.all_options()) {
    if (own_failures && is_failure(option)) continue;
    const auto said = selection.objective_options.find(option.name);
    const bool differs =
        said != selection.objective_options.end() && said->second != option.default_value;
    // Facts share the place: "points" is the file, or how many there are.
    if (differs && option.kind == registry::OptionKind::file &&
        !std::holds_alternative<std::string>(said->second))
      continue;
    if (differs && !options.is_given(option.name)) options.set(option.name, said->second);
  }
}

}  // namespace

Items GivenSet::of(const Objective& objective) const {
  if (selection) return documents::items_for(*selection, objective);
  return read_item_list(items, registry::item_names(objective));
}

Selection GivenSet::of(const Objective& objective, const Problem& problem, const Run& run) const {
  Selection given = tasks::given_set(objective, of(objective), problem, run);
  if (!selection || selection->tau != problem.tau) return given;
  if (auto worst = documents::worst_for(*selection, objective))
    given.worst = tasks::revalued(given, std::move(*worst));
  return given;
}

OptionValues GivenSet::objective(Request& request) const {
  auto options = request.objective(selection ? selection->objective.value_or("linear") : "linear");
  if (selection) complete(options, *selection);
  return options;
}

Item GivenSet::tau(Request& request, const std::string& help) const {
  const auto from_file = selection ? selection->tau : std::nullopt;
  return from_file ? request.count_or("tau", *from_file) : request.count("tau", help);
}

std::vector<registry::Option> set_options(const std::string& what) {
  return {{.name = "items",
           .kind = registry::OptionKind::text,
           .help = fmt::format(
               "the set to {}: names, indices or ranges such as 0-9, or a file of them", what),
           .excluded_by = "selection",
           .placeholder = "LIST|FILE"},
          {.name = "selection",
           .kind = registry::OptionKind::file,
           .help = "the JSON output of select or repair; objective and tau come from there unless "
                   "given"}};
}

GivenSet given_set(Request& request, const std::string& command, const std::string& what) {
  const OptionValues options = request.options_of(command, set_options(what));
  options.require_consistent();
  if (options.has("selection"))
    return {"", documents::read_selection(existing_file(options, "selection"))};
  if (options.has("items")) return {options.text("items"), std::nullopt};
  throw std::invalid_argument(
      fmt::format("{} needs --items LIST or --selection FILE: the set to {}", command, what));
}

}  // namespace holdfast::cli
