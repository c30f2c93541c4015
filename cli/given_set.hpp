#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/request.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/documents/selection_file.hpp"

namespace holdfast::cli {

/// A set that is there already, as it was asked for: a list, or the result of an earlier command.
struct GivenSet {
  std::string items;
  std::optional<documents::SelectionFile> selection;

  /// In the order given. Throws InvalidInput for what is no item, or no item of this name.
  Items of(const Objective& objective) const;
  /// With a State, and with the worst deletion that the earlier command knew, if it is for this
  /// tau.
  Selection of(const Objective& objective, const Problem& problem, const Run& run) const;
  /// The objective that was asked for, completed by what the selection says about its own. Files
  /// that are given take the place of all of its files.
  registry::OptionValues objective(Request& request) const;
  /// tau as asked for, else that of the selection; `help` says what it is where it is missing.
  Item tau(Request& request, const std::string& help) const;
};

/// --items and --selection; `what` is done to the set, "attack" say.
std::vector<registry::Option> set_options(const std::string& what);
GivenSet given_set(Request& request, const std::string& command, const std::string& what);

}  // namespace holdfast::cli
