#include "cli/describe.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "cli/numbers.hpp"

namespace holdfast::cli {
namespace {

using registry::OptionKind;

std::string fact_text(const registry::Fact& fact) {
  std::string name = fact.name;
  std::ranges::replace(name, '_', ' ');
  const auto* count = std::get_if<std::int64_t>(&fact.value);
  return fmt::format("{} {}", count ? grouped(*count) : registry::to_text(fact.value), name);
}

std::string file_name(const std::string& path) {
  return path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
}

/// What was given to make the objective: files by their name, numbers as "ridge 1".
std::vector<std::string> given_parts(const registry::OptionValues& options) {
  std::vector<std::string> parts;
  for (const auto& option : options.table()) {
    if (!options.is_given(option.name)) continue;
    const std::string text = registry::to_text(options.value(option.name));
    if (option.name == "groups" || option.name == "outages" || option.name == "failure-rates") {
      parts.push_back(option.name + " " + file_name(text));
    } else if (option.name == "tail") {
      continue;  // a fact
    } else if (option.kind == OptionKind::file) {
      parts.insert(parts.begin(), file_name(text));
    } else if (option.kind == OptionKind::flag) {
      parts.push_back((text == "on" ? "" : "no ") + option.name);
    } else if (option.kind == OptionKind::number || option.name == "target") {
      parts.push_back(option.name + " " + text);
    }
  }
  return parts;
}

}  // namespace

std::string objective_line(const tasks::BuiltObjective& built, const Style& style) {
  std::vector<std::string> facts{counted(built.objective->size(), "item")};
  for (const auto& fact : built.facts) facts.push_back(fact_text(fact));
  const auto given = given_parts(built.options);
  const std::string name = built.objective->name();
  const std::string what = fmt::format("{}{}", given.empty() ? "" : " on ", fmt::join(given, ", "));
  const std::string size = fmt::format("{}", fmt::join(facts, ", "));
  const bool one_line = display_width(name + what + size) + 2 <= style.width;
  const std::string text = in_lines(printable(name + what, style), 0, style.width);
  return style.bold(name) + text.substr(name.size()) + (one_line ? ": " : "\n") +
         in_lines(size, 0, style.width) + "\n";
}

std::string with_options(const registry::OptionValues& options) {
  std::vector<std::string> parts;
  for (const auto& option : options.table()) {
    if (options.value(option.name) == option.default_value) continue;
    parts.push_back(
        fmt::format("{} {}", option.name, registry::to_text(options.value(option.name))));
  }
  if (parts.empty()) return options.owner();
  return fmt::format("{} ({})", options.owner(), fmt::join(parts, ", "));
}

std::string in_a_row(const std::string& first, const std::string& second) {
  return first + (first.empty() || second.empty() ? "" : ", ") + second;
}

std::string listed(const Objective& objective, const Items& items) {
  std::vector<std::string> names;
  for (const Item item : items) names.push_back(objective.item_name(item));
  return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}

std::string how_sure(const Deletion& worst) {
  if (worst.proven) return fmt::format("proven to be the worst, found by {}", worst.adversary);
  if (worst.at_least > 0.0) {
    return fmt::format("found by {}; proven: no deletion leaves less than {:.6g}", worst.adversary,
                       worst.at_least);
  }
  return fmt::format("found by {}, a worse one may exist", worst.adversary);
}

}  // namespace holdfast::cli
