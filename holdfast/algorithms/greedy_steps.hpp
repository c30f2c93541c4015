#pragma once

#include "holdfast/algorithms/candidate_pool.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"

/// The moves that the algorithms are built from.
namespace holdfast::greedy_steps {

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
