#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace holdfast::cli {

/// What the user wants: a command with arguments, help, or the version.
struct Parsed {
  enum class Wish { perform, help, version };
  Wish wish = Wish::help;
  const Command* command = nullptr;  ///< nullptr: help about the program as a whole
  Arguments arguments;
};

/// `words` are those behind the program's name. Throws std::invalid_argument for what is not
/// understood, with the nearest option or command.
Parsed parse_command_line(std::span<const std::string> words, std::span<const Command> commands);

}  // namespace holdfast::cli
