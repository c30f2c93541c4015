#include "cli/option_groups.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "holdfast/core/item.hpp"
#include "holdfast/registry/constraint_options.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::cli {
namespace {

using registry::Option;
using registry::OptionKind;
using Names = std::vector<std::string>;

bool has_option(const std::vector<Option>& table, const std::string& name) {
  return std::ranges::find(table, name, &Option::name) != table.end();
}

bool has_option(const OptionGroup& group, const std::string& name) {
  return std::ranges::any_of(
      group.options, [&](const HelpedOption& helped) { return helped.option.name == name; });
}

Names owners_of(const std::string& option) {
  Names owners;
  for (const auto& entry : registry::objectives()) {
    if (has_option(entry.all_options(), option)) owners.push_back(entry.name);
  }
  return owners;
}

/// Says where an option's owners differ from those that the group's title names.
std::string owners_note(const Names& owners, const Names& titled) {
  Names others;
  std::ranges::copy_if(owners, std::back_inserter(others), [&](const std::string& owner) {
    return std::ranges::count(titled, owner) == 0;
  });
  const std::size_t shared = owners.size() - others.size();
  if (shared < titled.size()) return fmt::format("{} only", fmt::join(owners, ", "));
  return others.empty() ? "" : fmt::format("also {}", fmt::join(others, ", "));
}

/// Says which owners have another default than the first: "1 with logistic".
std::string defaults_note(const Option& option, const Names& owners) {
  Names others;
  std::string usual;
  for (const auto& owner : owners) {
    const auto table = registry::find_objective(owner).all_options();
    const auto& same = *std::ranges::find(table, option.name, &Option::name);
    if (same.default_value == option.default_value) continue;
    others.push_back(owner);
    usual = registry::to_text(same.default_value);
  }
  return others.empty() ? "" : fmt::format("{} with {}", usual, fmt::join(others, ", "));
}

std::string note_on(const Option& option, const Names& owners, const Names& titled) {
  const std::string whose = owners_note(owners, titled);
  const std::string defaults = defaults_note(option, owners);
  return whose + (whose.empty() || defaults.empty() ? "" : "; ") + defaults;
}

/// The options that this entry is the first to have.
OptionGroup family_of(const registry::ObjectiveEntry& entry) {
  OptionGroup group;
  Names titled;
  for (const auto& option : entry.all_options()) {
    if (option.name == registry::groups_option().name) continue;  // with --objective
    if (has_option(registry::failure_options(), option.name)) continue;
    const Names owners = owners_of(option.name);
    if (owners.front() != entry.name) continue;
    if (titled.empty()) titled = owners;
    group.options.push_back({option, note_on(option, owners, titled)});
  }
  group.title = fmt::format("With --objective {}", fmt::join(titled, ", "));
  return group;
}

template <class Entry>
Names users_of(const std::vector<Entry>& entries, const std::string& option) {
  Names users;
  for (const auto& entry : entries) {
    if (has_option(entry.options, option)) users.push_back(entry.name);
  }
  return users;
}

template <class Entry>
void add_options(OptionGroup& group, const std::vector<Entry>& entries,
                 const OptionGroup& already) {
  for (const auto& entry : entries) {
    for (const auto& option : entry.options) {
      if (has_option(group, option.name) || has_option(already, option.name)) continue;
      Names users = users_of(registry::algorithms(), option.name);
      const Names adversaries = users_of(registry::adversaries(), option.name);
      users.insert(users.end(), adversaries.begin(), adversaries.end());
      group.options.push_back({option, fmt::format("{}", fmt::join(users, ", "))});
    }
  }
}

}  // namespace

std::vector<Option> common_options() {
  return {{.name = "format",
           .kind = OptionKind::text,
           .help = "for people or for programs",
           .default_value = std::string("text"),
           .choices = {"text", "json", "csv"}},
          {.name = "output",
           .kind = OptionKind::file,
           .help = "write the result there, whole or not at all, instead of to standard output"},
          {.name = "seed",
           .kind = OptionKind::integer,
           .help = "seed of all random draws; equal seeds give equal results",
           .default_value = std::int64_t{0},
           .range = {.least = 0}},
          {.name = "threads",
           .kind = OptionKind::integer,
           .help = "0: one per core; the result does not depend on it",
           .default_value = std::int64_t{0},
           .range = {.least = 0, .most = 4096}},
          {.name = "quiet",
           .kind = OptionKind::flag,
           .help = "no progress bar and no notes, errors only",
           .default_value = false}};
}

OptionGroup common_group() {
  OptionGroup group{"Output and running", {}};
  for (auto& option : common_options()) group.options.push_back({option});
  group.options.push_back(
      {{.name = "help", .kind = OptionKind::flag, .help = "this text", .default_value = false}});
  return group;
}

Option count_option(const char* name, const char* help) {
  return {.name = name,
          .kind = OptionKind::integer,
          .help = help,
          .range = {.least = 0, .most = std::numeric_limits<Item>::max()}};
}

std::vector<OptionGroup> objective_groups() {
  std::vector<OptionGroup> groups;
  groups.push_back({"Objective: what a set of items is worth",
                    {{{.name = "objective",
                       .kind = OptionKind::text,
                       .help = "one of",
                       .default_value = std::string("linear"),
                       .choices = names_of(registry::objectives())}},
                     {registry::groups_option()}}});
  for (const auto& entry : registry::objectives()) {
    OptionGroup family = family_of(entry);
    if (!family.options.empty()) groups.push_back(std::move(family));
  }
  OptionGroup failures{"Failures: what may be lost, besides any tau items", {}};
  for (auto& option : registry::failure_options()) failures.options.push_back({std::move(option)});
  groups.push_back(std::move(failures));
  return groups;
}

OptionGroup constraint_group() {
  OptionGroup group{"Constraints: what the choice must satisfy", {}};
  for (auto& option : registry::constraint_options()) group.options.push_back({std::move(option)});
  return group;
}

Option algorithm_choice() {
  return {.name = "algorithm",
          .kind = OptionKind::text,
          .help = "one of",
          .default_value = std::string(registry::default_algorithm),
          .choices = names_of(registry::algorithms())};
}

OptionGroup algorithm_group(Option choice) {
  OptionGroup group{"Algorithm: how to choose", {{std::move(choice)}}};
  add_options(group, registry::algorithms(), {});
  return group;
}

OptionGroup adversary_group(const OptionGroup& already) {
  OptionGroup group{"Adversary: how the worst deletion is found",
                    {{{.name = "adversary",
                       .kind = OptionKind::text,
                       .help = "one of",
                       .default_value = std::string(registry::default_adversary),
                       .choices = names_of(registry::adversaries())}}}};
  add_options(group, registry::adversaries(), already);
  return group;
}

}  // namespace holdfast::cli
