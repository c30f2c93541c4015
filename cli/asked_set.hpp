#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/request.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/registry/selection_file.hpp"

namespace holdfast::cli {

/// A set that a command is about, as it was asked for: a list, or the result of an earlier select.
class AskedSet {
 public:
  /// --items and --selection; `verb` says what is done to the set: "attack".
  static std::vector<registry::Option> options(const std::string& verb);

  /// Throws std::invalid_argument if neither option or both are given.
  AskedSet(Request& request, const std::string& verb);

  /// The objective that was asked for, completed by what the selection says about its own. Files
  /// that are given take the place of all of its files.
  registry::OptionValues objective(Request& request) const;
  /// As given, or the selection's.
  Item tau(Request& request) const;
  Items items(const Objective& objective) const;

  /// Null if the set is a list.
  const registry::SelectionFile* selection() const { return selection_ ? &*selection_ : nullptr; }

 private:
  std::string list_;
  std::optional<registry::SelectionFile> selection_;
};

}  // namespace holdfast::cli
