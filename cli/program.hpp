#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace holdfast::cli {

/// All commands, in the order of the help.
std::vector<Command> commands();

/// Does what the words behind the program's name ask for. Returns the exit code: 0 done, 1 it
/// failed while running, 2 the request or the input is wrong, 130 interrupted.
int run_program(std::span<const std::string> words);

}  // namespace holdfast::cli
