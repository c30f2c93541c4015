#pragma once

#include <string>

#include "cli/command.hpp"

namespace holdfast::cli {

/// The command with its options as one could type them again, those of `left_out` excepted.
std::string typed_command(const std::string& command, const Arguments& arguments,
                          const std::vector<std::string>& left_out = {});

}  // namespace holdfast::cli
