#pragma once

#include <span>
#include <string_view>

/// What is fed with arbitrary bytes. Each target holds what it reads to more than "no crash":
/// errors are of the right kind and one printable line, tables are sound, and two ways to read
/// agree.
namespace holdfast::campaign {

struct Target {
  const char* name;
  /// The last bytes choose options, so that a seed begins like the file it is. Throws
  /// std::logic_error if a promise is broken.
  void (*run)(std::string_view bytes);
};

/// Readers of data files: they need only holdfast/core and holdfast/data.
std::span<const Target> reader_targets();
/// What needs the whole library: documents, events and the command line.
std::span<const Target> program_targets();

}  // namespace holdfast::campaign
