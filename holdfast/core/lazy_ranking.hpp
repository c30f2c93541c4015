#pragma once

#include <functional>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// Finds the largest gains of a submodular function without evaluating all of them (Minoux 1978):
/// the gain at a smaller set bounds the gain from above. Keeps the bounds between calls; call
/// forget() when the set has lost an item.
class HOLDFAST_EXPORT LazyRanking {
 public:
  using Gains = std::function<std::vector<double>(std::span<const Item> batch)>;

  /// The `count` candidates of largest gain, best first: what largest_scores gives for all gains.
  /// Where one is asked for, items that can only tie with a lower one are left alone.
  /// `size` is |V|. Costs O(candidates) besides the evaluations. Which items are evaluated does not
  /// depend on the number of threads.
  std::vector<Scored> largest(std::span<const Item> candidates, std::size_t count, double scale,
                              std::size_t size, const Gains& gains);
  void forget() { bounds_.clear(); }

 private:
  Items first_batch(std::span<const Item> candidates, std::size_t count) const;

  std::vector<double> bounds_;  ///< per item; infinite where none is known, empty until first used
  std::size_t expected_ = 0;    ///< how many known bounds the previous call had to replace
};

}  // namespace holdfast
