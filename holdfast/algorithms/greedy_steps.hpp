#pragma once

#include <utility>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/core/state.hpp"

/// The moves that the algorithms are built from.
namespace holdfast::greedy_steps {

/// By what greedy compares candidates. Where items have prices, neither rule is good alone: the
/// first may spend everything on one item, the second on many that add little.
enum class Rule { gain, gain_per_cost };

/// The items that may still be chosen. An algorithm that takes only items from the pool satisfies
/// the problem's constraints: an item leaves the pool when it is taken, when its kind is full, and
/// when the remaining places are all reserved for must-haves. So the pool is empty after exactly k
/// items (k as do_select gets it), and never before, unless items have prices.
class CandidatePool {
 public:
  CandidatePool(const Objective& objective, const Problem& problem, Rule rule = Rule::gain);

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

  /// The best of some candidates by the pool's rule, with its gain.
  Scored best(State& state, std::span<const Item> candidates) const;
  /// Gains in the order of the pool's rule.
  std::vector<Scored> ranked(std::vector<Scored> gains) const;

  void take(Item item);

 private:
  double per_cost(const Scored& gain) const;

  const Problem* problem_;
  Rule rule_;
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

/// Calls make(rule) for each rule that is worth trying and returns the choice whose set is worth
/// more, the first on ties: greedy by gain alone, unless items have prices. The better of both has
/// a guarantee for submodular f (Leskovec et al. 2007).
template <class Make>
auto better_of_rules(const Objective& objective, const Problem& problem, const Run& run,
                     const Make& make) {
  auto first = make(Rule::gain);
  if (!problem.constraints.has_costs()) return first;
  auto second = make(Rule::gain_per_cost);
  const auto value_of = [&](const auto& choice) {
    const auto state = objective.start(run);
    for (const auto& step : choice.steps) state->add(step.item);
    return state->value();
  };
  const std::int64_t evaluations = first.evaluations + second.evaluations;
  auto better = value_of(second) > value_of(first) ? std::move(second) : std::move(first);
  better.evaluations = evaluations;
  return better;
}

}  // namespace holdfast::greedy_steps
