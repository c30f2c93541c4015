#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/request.hpp"
#include "cli/session.hpp"
#include "holdfast/data/coordinates.hpp"

namespace holdfast::cli {

/// --report and --coordinates: a page about the result, for a browser.
class PageOption {
 public:
  /// Complains now rather than after the work if the page cannot be written. `command` is what
  /// holdfast does: "select".
  PageOption(Request& request, const Arguments& arguments, std::string command);

  /// Where the items are, before any work is done for a map that cannot be drawn.
  void locate(const tasks::BuiltObjective& built);
  /// Writes the page, if one was asked for, whole or not at all. `result` gives the JSON document
  /// of the result.
  void write(const tasks::BuiltObjective& built, const registry::OptionValues& adversary,
             const std::function<std::string()>& result, Session& session) const;
  /// The same where no adversary is asked for: the usual one attacks for the curve.
  void write(const tasks::BuiltObjective& built, const std::function<std::string()>& result,
             Session& session) const;

  /// "Output and running" with these two.
  static OptionGroup with_common_group();

 private:
  std::string command_;  ///< as it was typed
  std::optional<std::string> file_;
  std::optional<std::string> coordinates_;
  std::optional<Places> places_;
};

}  // namespace holdfast::cli
