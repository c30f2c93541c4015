#include "cli/asked_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "holdfast/data/read.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::cli {
namespace {

using registry::OptionValues;
using registry::SelectionFile;

void complete(OptionValues& options, const SelectionFile& selection) {
  if (selection.objective != options.owner()) return;
  const auto& entry = registry::find_objective(options.owner());
  const bool own_files = std::ranges::any_of(
      entry.sources, [&](const registry::Option& source) { return options.is_given(source.name); });
  for (const auto& option : own_files ? entry.options : entry.all_options()) {
    const auto said = selection.objective_options.find(option.name);
    const bool differs =
        said != selection.objective_options.end() && said->second != option.default_value;
    if (differs && !options.is_given(option.name)) options.set(option.name, said->second);
  }
}

}  // namespace

std::vector<registry::Option> AskedSet::options(const std::string& verb) {
  return {{.name = "items",
           .kind = registry::OptionKind::text,
           .help = fmt::format(
               "the set to {}: names, indices or ranges such as 0-9, or a file of them", verb),
           .excluded_by = "selection",
           .placeholder = "LIST|FILE"},
          {.name = "selection",
           .kind = registry::OptionKind::file,
           .help = "the JSON output of select; objective and tau come from there unless given"}};
}

AskedSet::AskedSet(Request& request, const std::string& verb) {
  const OptionValues given = request.options_of(verb, options(verb));
  given.require_consistent();
  if (given.has("selection")) {
    selection_ = registry::read_selection(registry::existing_file(given, "selection"));
  } else if (given.has("items")) {
    list_ = given.text("items");
  } else {
    throw std::invalid_argument(
        fmt::format("{0} needs --items LIST or --selection FILE: the set to {0}", verb));
  }
}

OptionValues AskedSet::objective(Request& request) const {
  auto options =
      request.objective(selection_ ? selection_->objective.value_or("linear") : "linear");
  if (selection_) complete(options, *selection_);
  return options;
}

Item AskedSet::tau(Request& request) const {
  if (selection_ && selection_->tau) return request.count_or("tau", *selection_->tau);
  return request.count("tau", "how many items the adversary deletes");
}

Items AskedSet::items(const Objective& objective) const {
  if (selection_) return items_for(*selection_, objective);
  std::vector<std::string> names;
  for (const Item item : objective.all_items()) names.push_back(objective.item_name(item));
  return read_item_list(list_, names);
}

}  // namespace holdfast::cli
