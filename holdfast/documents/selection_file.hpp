#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/algorithms/deletion_summary.hpp"
#include "holdfast/core/deletion.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/registry/option.hpp"

namespace holdfast::documents {

/// What a holdfast.selection/1 or holdfast.repair/1 document says about the set and where it came
/// from.
struct SelectionFile {
  struct Named {
    Item index = 0;
    std::optional<std::string> name;
  };

  std::string path;
  std::vector<Named> items;
  std::optional<Item> k;
  std::optional<Item> tau;
  /// Of the oblivious-greedy that made it; absent if another algorithm did.
  std::optional<double> beta;
  /// Who found which worst deletion of tau items, by their given indices. What it leaves must be
  /// computed anew.
  std::optional<Deletion> worst;
  std::optional<std::string> objective;
  /// What else the document says about the objective, by the names of options.
  std::map<std::string, registry::OptionValue, std::less<>> objective_options;
};

/// Throws InvalidInput that names the file and what is wrong in it, IoFailure if it cannot be read.
HOLDFAST_EXPORT SelectionFile read_selection(const std::string& path);

/// What a holdfast.summary/1 document says.
struct SummaryFile {
  SelectionFile set;  ///< what is kept, and where it came from
  double epsilon = 0.2;
  /// Thresholds and what was drawn for them, by given indices.
  std::vector<Summary::Level> levels = {};
};

/// Throws as read_selection does.
HOLDFAST_EXPORT SummaryFile read_summary(const std::string& path);
/// The levels in items of the objective.
HOLDFAST_EXPORT std::vector<Summary::Level> levels_for(const SummaryFile& file,
                                                       const Objective& objective);

/// The items in the document's order. Throws InvalidInput unless each is an item of the objective
/// under the same name: a selection from other data would silently mean other items.
HOLDFAST_EXPORT Items items_for(const SelectionFile& file, const Objective& objective);
/// The worst deletion of the document in items of the objective, if there is one.
HOLDFAST_EXPORT std::optional<Deletion> worst_for(const SelectionFile& file,
                                                  const Objective& objective);

}  // namespace holdfast::documents
