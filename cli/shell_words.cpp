#include "cli/shell_words.hpp"

#include <algorithm>

#include "cli/help.hpp"

namespace holdfast::cli {
namespace {

using registry::Option;
using registry::OptionKind;

bool names_a_file(const Option& option) {
  const std::string value = placeholder(option);
  return option.kind == OptionKind::file || value == "FILE" || value == "DIR";
}

Follows follows(const Option& option) {
  if (option.kind == OptionKind::flag) return Follows::nothing;
  if (option.kind == OptionKind::list && !option.choices.empty()) return Follows::list_of_choices;
  if (!option.choices.empty()) return Follows::choice;
  return names_a_file(option) ? Follows::file : Follows::anything;
}

}  // namespace

std::vector<ShellOption> shell_options(const Command& command) {
  std::vector<ShellOption> options;
  for (const auto& group : command.groups) {
    for (const auto& helped : group.options) {
      const Option& option = helped.option;
      const std::string name = spelled(option, registry::Spelling::command_line).substr(2);
      if (std::ranges::find(options, name, &ShellOption::name) != options.end()) continue;
      options.push_back({.name = name,
                         .follows = follows(option),
                         .choices = option.choices,
                         .help = explanation(helped),
                         .placeholder = placeholder(option)});
    }
  }
  return options;
}

}  // namespace holdfast::cli
