#pragma once

#include <span>

#include "holdfast/core/constraints.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/selection.hpp"

namespace holdfast::greedy_steps {

/// What may still be chosen. Whoever takes only what the pool offers ends with a choice that
/// satisfies the problem's constraints: an item leaves the pool when it is taken, when its kind has
/// no room left, and when the last free places of the k belong to must-haves. So the pool is empty
/// after exactly k items (k as do_select gets it), and never before.
class CandidatePool {
 public:
  CandidatePool(const Objective& objective, const Problem& problem);

  /// Everything that may be chosen next, must-haves among the others, ascending: for a guard, in
  /// which must-haves earn their place like everybody.
  std::span<const Item> all() const { return left_; }
  /// The same, but must-haves come first: as long as one is missing, only must-haves. For whatever
  /// builds on what is chosen already.
  std::span<const Item> next() const;

  bool empty() const { return left_.empty(); }
  std::size_t size() const { return left_.size(); }
  /// Whether the item may be chosen next.
  bool offers(Item item) const;
  /// Whether there are constraints beside k.
  bool constrained() const { return !problem_->constraints.empty(); }

  void take(Item item);

 private:
  const Problem* problem_;
  Item size_;
  Items left_;
  Items must_;    // not taken yet
  Items chosen_;  // kept only where there are constraints
};

}  // namespace holdfast::greedy_steps
