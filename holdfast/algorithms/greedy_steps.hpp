#pragma once

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/core/state.hpp"

/// The moves that the algorithms are built from.
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

/// The part and bucket that a step belongs to.
struct Label {
  Part part = Part::S1;
  int bucket = -1;
};

/// Reports progress to the run, and throws Interrupted if a stop was requested.
void announce(std::string_view job, const Run& run, std::size_t done, Item total, double value);

/// Adds the item to the State, takes it out of the pool and records the step.
void take(State& state, CandidatePool& pool, const Scored& choice, Label label,
          std::vector<Chosen>& steps);
/// The same with a plain list of candidates, for an algorithm that manages its own and enforces the
/// constraints itself (allowed_after).
void take(State& state, Items& left, const Scored& choice, Label label, std::vector<Chosen>& steps);

/// Greedy: takes the candidate of largest gain, `count` times. `total` is the number of steps of
/// the whole job. In S0, must-haves compete with all other items; S1 begins with those not chosen
/// yet.
void grow(std::string_view job, State& state, CandidatePool& pool, Item count, Item total,
          Label label, std::vector<Chosen>& steps);

/// Takes the `count` items of largest singleton value out of the pool, as far as it offers them.
/// Returns the number of evaluations.
std::int64_t take_best_singletons(const Objective& objective, const Run& run, CandidatePool& pool,
                                  Item count, Label label, std::vector<Chosen>& steps);
/// The same with a plain list of candidates.
std::int64_t take_best_singletons(const Objective& objective, const Run& run, Items& left,
                                  Item count, Label label, std::vector<Chosen>& steps);

}  // namespace holdfast::greedy_steps
