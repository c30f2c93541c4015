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
  /// Where one is asked for, items that can only tie with a lower one are left alone. `size` is
  /// |V|. Costs O(candidates) besides the evaluations; less if they are known to ascend and are
  /// nearly all items. Which items are evaluated depends neither on their order nor on the number
  /// of threads.
  std::vector<Scored> largest(std::span<const Item> candidates, std::size_t count, double scale,
                              std::size_t size, const Gains& gains, bool ascending = false);
  void forget();

 private:
  class Bar;
  Items first_batch(std::span<const Item> candidates, std::size_t count, bool by_blocks) const;
  Items of_largest_bound(std::span<const Item> candidates, std::size_t count) const;
  std::vector<Scored> reaching(std::span<const Item> candidates, const Bar& bar,
                               bool by_blocks) const;
  void learn(std::span<const Item> items, std::span<const double> gains);

  std::vector<double> bounds_;  ///< per item; infinite where none is known, empty until first used
  std::vector<double> tops_;    ///< the largest bound in each block of items, if they are many
  std::size_t expected_ = 0;    ///< how many known bounds the previous call had to replace
};

}  // namespace holdfast
