#pragma once

#include <string>
#include <string_view>

#include "cli/interrupt.hpp"

namespace holdfast::cli {

/// To standard output. A reader that has gone away (`| head`) has had what it wanted: no error.
/// Throws IoFailure otherwise, and Interrupted after a signal.
void write_to_stdout(std::string_view text, const InterruptWatch& watch);

/// Throws IoFailure now rather than after an hour of work if the file's folder does not exist or
/// the path is a folder.
void require_writable_place(const std::string& path);

/// Whole or not at all.
void write_to_file(const std::string& path, std::string_view text, InterruptWatch& watch);

}  // namespace holdfast::cli
