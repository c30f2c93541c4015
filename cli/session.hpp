#pragma once

#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress_bar.hpp"
#include "cli/terminal.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/tasks/build_objective.hpp"

namespace holdfast::cli {

enum class Format { text, json, csv };

/// What a command needs while it runs: threads and a seed, somebody to tell, a place for the
/// result.
class Session {
 public:
  /// Throws std::invalid_argument for a wrong common option, IoFailure if the output has no place.
  Session(const std::string& command, const Arguments& arguments, bool unicode,
          InterruptWatch& watch);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Run& run() const { return run_; }
  ProgressBar& progress() { return progress_; }
  InterruptWatch& watch() { return watch_; }
  Format format() const { return format_; }
  const Style& style() const { return style_; }

  /// Reads the data, with notes about rows that were left out and about what looks odd.
  tasks::BuiltObjective build(registry::OptionValues options);
  /// A line for people on standard error.
  void note(std::string_view text);
  /// The result, to standard output or to the file that was asked for.
  void emit(std::string_view result);

 private:
  InterruptWatch& watch_;
  Format format_ = Format::text;
  std::string output_;
  bool quiet_ = false;
  Style style_;
  ProgressBar progress_;
  Run run_;
};

}  // namespace holdfast::cli
