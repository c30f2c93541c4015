#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

/// What a shell needs to know of the commands to complete a line.
namespace holdfast::cli {

/// What may stand behind an option.
enum class Follows { nothing, choice, list_of_choices, file, anything };

struct ShellOption {
  std::string name;  ///< without the two hyphens: "no-intercept"
  Follows follows = Follows::anything;
  std::vector<std::string> choices = {};
  std::string help = {};
  std::string placeholder = {};

  bool has_letter() const { return name.size() == 1 || name == "help"; }
  std::string letter() const { return name.substr(0, 1); }
};

/// Each option of the command once, in the order of its help.
std::vector<ShellOption> shell_options(const Command& command);

/// The scripts that make a shell complete the command line of Holdfast.
std::string bash_completions(const std::vector<Command>& commands);
std::string zsh_completions(const std::vector<Command>& commands);
std::string fish_completions(const std::vector<Command>& commands);

}  // namespace holdfast::cli
