#pragma once

#include "holdfast/theory/ratio_value.hpp"
#include "holdfast/theory/sampled_ratios.hpp"
#include "holdfast/theory/value_table.hpp"

namespace holdfast {

struct RatioOptions {
  /// Ground sets of at most this many items are enumerated: 2^n values of f. At most
  /// ValueTable::most_items.
  Item exact_up_to = 14;
  /// Only sets of at most this many items are considered; 0 means all of V. A guarantee for k
  /// items never looks at more than 2k.
  Item largest_set = 0;
  SampleOptions sample = {};
};

/// The seven ratios of an objective, as well as they can be known: exact for small ground sets;
/// otherwise what its structure proves (Objective::proven_ratios; total curvature if submodular),
/// and from the other side what a sample shows. The value is the proven one where something is
/// proven on the side that guarantees need. Otherwise it is the sampled one, labelled as a bound.
HOLDFAST_EXPORT Ratios ratios(const Objective& objective, const Run& run,
                              const RatioOptions& options = {});

/// 1 - min over i of f(i | V \ i) / f(i), without items of value 0. For submodular f this is
/// alpha: gains are largest over the empty set and smallest over everything else. For any other f
/// it is only a lower bound on alpha. Costs one State at V.
HOLDFAST_EXPORT double total_curvature(const Objective& objective, const Run& run);

}  // namespace holdfast
