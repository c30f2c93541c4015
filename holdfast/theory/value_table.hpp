#pragma once

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

/// A set of at most 32 items as bits: item i is bit i.
using Mask = std::uint32_t;

/// f at every subset of a small ground set.
struct HOLDFAST_EXPORT ValueTable {
  /// More items than this are refused: the table has 2^n entries and the ratios look at 3^n pairs
  /// (n = 20: 8 MB and 3.5 billion).
  static constexpr Item most_items = 20;

  Item items = 0;
  std::vector<double> values;  ///< values[mask]; 2^items of them

  double operator[](Mask set) const { return values[set]; }
  Mask everything() const { return static_cast<Mask>(values.size() - 1); }
  /// Differences up to 1e-9 f(V) count as zero.
  double negligible() const { return 1e-9 * values.back(); }
};

/// Evaluates every set once, by moving States from each set to its supersets: 2^n values from
/// 2^(n-1) calls of gains. Throws std::invalid_argument for more than most_items.
HOLDFAST_EXPORT ValueTable tabulate(const Objective& objective, const Run& run);

/// The largest value of a subset of `allowed` with at most `size` items; 0 if size <= 0.
/// O(2^|allowed|).
HOLDFAST_EXPORT double best_value(const ValueTable& table, Mask allowed, Item size);

HOLDFAST_EXPORT Mask to_mask(std::span<const Item> items);
HOLDFAST_EXPORT Items to_items(Mask mask);

}  // namespace holdfast
