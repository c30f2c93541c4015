#include "holdfast/tasks/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/item_parser.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::tasks {
namespace {

constexpr std::string_view weight_column = "weight";

/// A column's item, or nothing for the column of weights.
std::vector<std::optional<Item>> items_of(const std::vector<std::string>& columns,
                                          const std::string& path, const Objective& objective) {
  const ItemNames names = registry::item_names(objective);
  ItemParser parser(names);
  std::vector<std::optional<Item>> items;
  for (const auto& column : columns) {
    if (column == weight_column && std::ranges::count(names.names, column) == 0) {
      items.emplace_back();
      continue;
    }
    parser.add_entry(column, fmt::format("{}: header", path));
    items.emplace_back(parser.items().back());
  }
  return items;
}

[[noreturn]] void fail(const std::string& path, std::size_t row, const std::string& what) {
  throw InvalidInput(fmt::format("{}: event {} {}", path, row + 1, what));
}

bool is_lost(double cell, const std::string& path, std::size_t row, const std::string& column) {
  if (cell != 0.0 && cell != 1.0) {
    fail(path, row,
         fmt::format("has {} in column {}; 1 is lost, 0 is not, and nothing else is valid", cell,
                     column));
  }
  return cell == 1.0;
}

/// Refuses an option that would do nothing.
void require_used(const registry::OptionValues& options, const char* option, bool used,
                  const char* needed) {
  if (options.is_given(option) && !used)
    throw std::invalid_argument(
        fmt::format("{} does nothing without {}", options.spelling_of(option), needed));
}

}  // namespace

Measure measure_called(std::string_view name, double tail) {
  if (name == "mean") return {Measure::Kind::mean, tail};
  if (name == "worst") return {Measure::Kind::worst, tail};
  if (name == "cvar") return {Measure::Kind::cvar, tail};
  throw std::invalid_argument(
      fmt::format("there is no measure '{}'; valid are mean, worst and cvar", name));
}

std::vector<Event> read_outages(const std::string& path, const Objective& objective) {
  const Table table = read_table(path);
  const Matrix cells = table.to_dense();
  const auto items = items_of(table.column_names, path, objective);
  std::vector<Event> events(table.rows());
  for (std::size_t row = 0; row < events.size(); ++row) {
    for (std::size_t column = 0; column < items.size(); ++column) {
      const double cell = cells(row, column);
      if (!items[column]) {
        if (cell < 0.0)
          fail(path, row, fmt::format("has the weight {}; it must be 0 or more", cell));
        events[row].weight = cell;
      } else if (is_lost(cell, path, row, table.column_names[column])) {
        events[row].lost.push_back(*items[column]);
      }
    }
    if (std::ssize(events[row].lost) >= objective.size())
      fail(path, row, "takes every item: nothing would be left of any set");
  }
  return events;
}

FailureGroups read_failure_groups(const std::string& path, const Objective& objective) {
  const ItemNames names = registry::item_names(objective);
  auto read = read_item_labels(path, "group", names);
  for (const auto& label : read.labels) {
    if (std::ranges::count(names.names, label) > 0)
      throw InvalidInput(fmt::format("{}: the group {} is called like an item", path, label));
  }
  FailureGroups groups{std::move(read.labels), {}};
  groups.members.resize(groups.names.size());
  for (std::size_t item = 0; item < read.label_of.size(); ++item) {
    if (const auto label = read.label_of[item]; label >= 0)
      groups.members[static_cast<std::size_t>(label)].push_back(static_cast<Item>(item));
  }
  return groups;
}

std::vector<double> read_failure_rates(const std::string& path, const Objective& objective,
                                       const FailureGroups& groups) {
  ItemNames names = registry::item_names(objective);
  Item next = names.indices.empty() ? objective.size() : std::ranges::max(names.indices) + 1;
  for (const auto& group : groups.names) {
    names.names.push_back(group);
    if (!names.indices.empty()) names.indices.push_back(next++);
  }
  std::vector<double> rates;
  for (const auto& rate : read_item_numbers(path, "rate", names, 0.0, 1.0))
    rates.push_back(rate.value_or(0.0));
  return rates;
}

BuiltObjective under_events(BuiltObjective built, std::vector<Event> events,
                            const Measure& measure) {
  built.facts.push_back(registry::count_fact("events", events.size()));
  const bool worst = measure.kind == Measure::Kind::worst;
  const bool tail = measure.kind == Measure::Kind::cvar;
  built.facts.push_back({"measure", std::string(worst ? "worst" : tail ? "cvar" : "mean")});
  if (tail) built.facts.push_back({"tail", measure.tail});
  built.objective =
      std::make_shared<ScenariosObjective>(std::move(built.objective), std::move(events), measure);
  return built;
}

BuiltObjective with_asked_events(BuiltObjective built, const Run& run) {
  const registry::OptionValues& options = built.options;
  if (!options.knows("outages")) return built;
  const bool recorded = options.has("outages");
  const bool drawn = options.has("failure-rates");
  require_used(options, "draws", drawn, "--failure-rates");
  require_used(options, "failure-groups", drawn, "--failure-rates");
  require_used(options, "measure", recorded || drawn, "--outages or --failure-rates");
  require_used(options, "tail", recorded || drawn, "--outages or --failure-rates");
  if (!recorded && !drawn) return built;
  const Measure measure = measure_called(options.has("measure") ? options.text("measure") : "mean",
                                         options.has("tail") ? options.number("tail") : 0.1);
  std::vector<Event> events;
  if (recorded) {
    events = read_outages(existing_file(options, "outages"), *built.objective);
  } else {
    const auto draws =
        options.has("draws") ? static_cast<std::size_t>(options.integer("draws")) : default_draws;
    FailureGroups groups;
    if (options.has("failure-groups"))
      groups = read_failure_groups(existing_file(options, "failure-groups"), *built.objective);
    const auto rates =
        read_failure_rates(existing_file(options, "failure-rates"), *built.objective, groups);
    events = draw_failures(rates, groups.members, draws, run.seed());
  }
  return under_events(std::move(built), std::move(events), measure);
}

}  // namespace holdfast::tasks
