#pragma once

#include <string>

#include "holdfast/algorithms/deletion_summary.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/tasks/build_objective.hpp"
#include "holdfast/tasks/select.hpp"

namespace holdfast::tasks {

struct SummaryRequest {
  SummaryOptions options;
  bool stream = false;           ///< one pass in the order of the items
  Item parts = 1;                ///< summarized apart, as several machines would; not with `stream`
  Constraints constraints = {};  ///< caps on kinds and must-nots; not with `stream`
};

struct SummaryResult {
  SummaryRequest request;
  Summary summary;
  std::int64_t evaluations = 0;
  double seconds = 0.0;
};

/// Throws std::invalid_argument for a request that no summary knows: prices, must-haves, parts or
/// caps of a stream.
HOLDFAST_EXPORT SummaryResult summarize(const Objective& objective, const SummaryRequest& request,
                                        const Run& run);

/// A choice from what deletions have left of a summary.
struct HOLDFAST_EXPORT SummaryChoice {
  /// The base's data, but only the items that are left; the base must outlive it.
  BuiltObjective built;
  Items left;         ///< in items of the base
  Selected selected;  ///< in items of `built`
  /// Whether the papers' own rule found the set, and not the algorithm.
  bool by_thresholds = false;
};

/// Lets the request's algorithm choose from the items that are left, and takes the papers' own
/// choice where its worst case is better (which keeps their guarantee for tau = 0). `items` and
/// `levels` are those of the summary; constraints of the request are those of the base.
HOLDFAST_EXPORT SummaryChoice choose_from_summary(const BuiltObjective& base,
                                                  std::span<const Item> items,
                                                  std::span<const Summary::Level> levels,
                                                  double epsilon, std::span<const Item> deleted,
                                                  const SelectRequest& request, const Run& run);

}  // namespace holdfast::tasks
