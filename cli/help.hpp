#pragma once

#include <span>
#include <string>

#include "cli/command.hpp"
#include "cli/terminal.hpp"

namespace holdfast::cli {

/// What Holdfast is, and its commands.
std::string program_help(std::span<const Command> commands, const Style& style);
/// What an option does, what it takes, its default, and who has it.
std::string explanation(const HelpedOption& helped);
/// Everything about one command, examples first in line for a newcomer.
std::string command_help(const Command& command, const Style& style);

}  // namespace holdfast::cli
