#pragma once

#include <array>
#include <optional>

#include "holdfast/core/item.hpp"
#include "holdfast/core/ratio_bounds.hpp"

namespace holdfast {

/// Which side of the truth a number is on.
enum class RatioKind { exact, lower_bound, upper_bound };

/// "exact", "lower-bound" or "upper-bound".
HOLDFAST_EXPORT const char* to_string(RatioKind kind);

/// Sets at which the inequality of a ratio is tightest.
///   gamma, gamma_check  first = S, second = X
///   alpha, alpha_check  first = A, second = B, item = i
///   nu, nu_check        second = S
///   theta               first = A, second = B
struct RatioWitness {
  Items first;
  Items second;
  Item item = -1;
};

/// One ratio, and how far it can be trusted.
struct HOLDFAST_EXPORT RatioValue {
  double value = 0.0;
  RatioKind kind = RatioKind::exact;
  std::string why;  ///< how the value is known
  /// What is certain; lower = upper = value if it is exact.
  RatioRange range;
  /// Absent if no set is worse than single items, which is the good end of the ratio.
  std::optional<RatioWitness> witness;

  /// Whether a guarantee may use it: exact, or bounded on the side that makes guarantees weaker.
  bool is_safe(Ratio ratio) const {
    return kind == RatioKind::exact || (kind == RatioKind::upper_bound) == is_curvature(ratio);
  }
};

/// All seven, over sets of at most `largest_set` items.
struct HOLDFAST_EXPORT Ratios {
  std::array<RatioValue, all_ratios.size()> values;
  Item items = 0;
  Item largest_set = 0;
  std::int64_t evaluations = 0;  ///< of f
  std::int64_t pairs = 0;        ///< pairs of disjoint sets that were compared

  const RatioValue& operator[](Ratio ratio) const {
    return values[static_cast<std::size_t>(ratio)];
  }
  RatioValue& operator[](Ratio ratio) { return values[static_cast<std::size_t>(ratio)]; }
};

}  // namespace holdfast
