#pragma once

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// Which of several scores is the largest: the one rule for every choice in the library. Scores
/// within the tolerance of the largest are tied with it, and a tie goes to the lowest item.
/// Rounding depends on the number of threads, the instruction set and the way a score is computed.
/// Without the tolerance it would decide true ties (two equal columns, say).
struct TieRule {
  static constexpr double relative = 1e-10;  ///< of the largest score
  static constexpr double floor =
      1e-12;  ///< of the scale, usually f(S): below it a score is only rounding

  /// How far below `largest` a score is still tied with it.
  static constexpr double width(double largest, double scale) {
    return relative * (largest < 0 ? -largest : largest) + floor * (scale < 0 ? -scale : scale);
  }
};

/// The `count` largest scores, best first; all of them if there are fewer. Each is the lowest item
/// among those tied with the largest score that remains. A score that is not finite is a
/// NumericFailure. O(n log n + count * ties).
HOLDFAST_EXPORT std::vector<Scored> largest_scores(std::vector<Scored> scores, std::size_t count,
                                                   double scale);
/// The same with scores[i] for items[i]; O(n) for count = 1.
HOLDFAST_EXPORT std::vector<Scored> largest_scores(std::span<const Item> items,
                                                   std::span<const double> scores,
                                                   std::size_t count, double scale);

/// The smallest score: the lowest item among those tied with it. `items` is not empty.
HOLDFAST_EXPORT Scored smallest_score(std::span<const Item> items, std::span<const double> scores,
                                      double scale);

}  // namespace holdfast
