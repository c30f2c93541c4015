#include "holdfast/registry/constraint_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/registry/common_options.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::registry {
namespace {

Item cap_of(std::string_view text) {
  const Option cap{
      .name = "at-most", .kind = OptionKind::integer, .range = {.least = 0, .most = largest_int}};
  return static_cast<Item>(std::get<std::int64_t>(parse(cap, text, Spelling::command_line)));
}

/// "2" for every kind, or "north=2,south=1" for those that are named.
void set_caps(std::vector<Kind>& kinds, const std::string& text) {
  if (text.find('=') == std::string::npos) {
    const Item most = cap_of(text);
    for (Kind& kind : kinds) kind.most = most;
    return;
  }
  for (const auto& entry : split_list(text)) {
    const std::size_t sign = entry.rfind('=');
    const std::string name = entry.substr(0, sign);
    const auto kind = std::ranges::find(kinds, name, &Kind::name);
    if (sign == std::string::npos || kind == kinds.end()) {
      std::vector<std::string> known;
      for (const Kind& one : kinds) known.push_back(one.name);
      throw std::invalid_argument(fmt::format(
          "--at-most: \"{}\" names no kind; give a number for all kinds or KIND=NUMBER, "
          "the kinds are {}",
          entry, fmt::join(known, ", ")));
    }
    kind->most = cap_of(std::string_view(entry).substr(sign + 1));
  }
}

void read_kinds(const OptionValues& options, const Objective& objective, Constraints& constraints) {
  if (options.has("kinds") != options.has("at-most")) {
    throw std::invalid_argument(options.has("kinds")
                                    ? "--kinds needs --at-most N: how many of a kind may be chosen"
                                    : "--at-most needs --kinds FILE: which item is of which kind");
  }
  if (!options.has("kinds")) return;
  auto read = read_item_labels(existing_file(options, "kinds"), "kind", item_names(objective));
  for (auto& label : read.labels) constraints.kinds.push_back({std::move(label), objective.size()});
  constraints.kind_of = std::move(read.label_of);
  set_caps(constraints.kinds, options.text("at-most"));
}

void read_costs(const OptionValues& options, const Objective& objective, Constraints& constraints) {
  if (options.has("costs") != options.has("cost-limit")) {
    throw std::invalid_argument(
        options.has("costs")
            ? "--costs needs --cost-limit X: what the chosen items may cost together"
            : "--cost-limit needs --costs FILE: what each item costs");
  }
  if (!options.has("costs")) return;
  const std::string path = existing_file(options, "costs");
  const auto costs = read_item_numbers(path, "cost", item_names(objective), 0.0);
  for (Item item = 0; item < objective.size(); ++item) {
    const auto& cost = costs[static_cast<std::size_t>(item)];
    if (!cost) {
      throw InvalidInput(fmt::format("{}: there is no cost for item {} ({})", path,
                                     objective.given_index(item), objective.item_name(item)));
    }
    constraints.costs.push_back(*cost);
  }
  constraints.cost_limit = options.number("cost-limit");
}

}  // namespace

std::vector<Option> constraint_options() {
  return {{.name = "must",
           .kind = OptionKind::text,
           .help = "items that must be chosen: names, indices or ranges, or a file of them",
           .placeholder = "LIST|FILE"},
          {.name = "must-not",
           .kind = OptionKind::text,
           .help = "items never to choose, likewise",
           .placeholder = "LIST|FILE"},
          {.name = "kinds",
           .kind = OptionKind::file,
           .help = "CSV with the columns item and kind, for --at-most"},
          {.name = "at-most",
           .kind = OptionKind::text,
           .help = "how many of each kind may be chosen, or KIND=N,KIND=N for some kinds",
           .placeholder = "N"},
          {.name = "costs",
           .kind = OptionKind::file,
           .help = "CSV with the columns item and cost, for --cost-limit"},
          {.name = "cost-limit",
           .kind = OptionKind::number,
           .help = "what the chosen items may cost together; --k may then be left out",
           .range = {.least = 0.0}}};
}

Constraints read_constraints(const OptionValues& options, const Objective& objective) {
  Constraints constraints;
  const auto names = item_names(objective);
  if (options.has("must")) constraints.must = read_item_list(options.text("must"), names);
  if (options.has("must-not"))
    constraints.must_not = read_item_list(options.text("must-not"), names);
  read_kinds(options, objective, constraints);
  read_costs(options, objective, constraints);
  return constraints;
}

}  // namespace holdfast::registry
