#pragma once

#include "holdfast/core/objective.hpp"
#include "holdfast/core/selection.hpp"

namespace holdfast::greedy_steps {

/// The items that may still be chosen. An algorithm that takes only items from the pool satisfies
/// the problem's constraints: an item leaves the pool when it is taken, when its kind is full, and
/// when the remaining places are all reserved for must-haves. So the pool is empty after exactly k
/// items (k as do_select gets it), and never before.
class CandidatePool {
 public:
  CandidatePool(const Objective& objective, const Problem& problem);

  /// Everything that may be chosen next, must-haves included, ascending: for a guard, where
  /// must-haves compete with all other items.
  std::span<const Item> all() const { return left_; }
  /// The same, but only must-haves as long as one is missing. For steps that build on what is
  /// already chosen.
  std::span<const Item> next() const;

  bool empty() const { return left_.empty(); }
  std::size_t size() const { return left_.size(); }
  /// Whether the item may be chosen next.
  bool offers(Item item) const;
  /// Whether there are constraints besides k.
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
