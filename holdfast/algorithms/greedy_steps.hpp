#pragma once

#include <string_view>
#include <vector>

#include "holdfast/algorithms/candidate_pool.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/core/state.hpp"

/// The moves that the algorithms are made of.
namespace holdfast::greedy_steps {

/// Where a step is recorded.
struct Label {
  Part part = Part::S1;
  int bucket = -1;
};

/// Tells the run how far the job is, and stops here if a stop was asked for.
void announce(std::string_view job, const Run& run, std::size_t done, Item total, double value);

/// Adds the item to the State, takes it out of the pool and records the step.
void take(State& state, CandidatePool& pool, const Scored& choice, Label label, std::vector<Chosen>& steps);
/// The same with a plain list of candidates, for an algorithm that manages its own: it must then
/// see to the constraints itself (allowed_after).
void take(State& state, Items& left, const Scored& choice, Label label, std::vector<Chosen>& steps);

/// Greedy: `count` times the candidate of largest gain. `total` is how many steps the whole job
/// has. In S0 must-haves compete with all others; S1 begins with those that are not chosen yet.
void grow(std::string_view job, State& state, CandidatePool& pool, Item count, Item total, Label label,
          std::vector<Chosen>& steps);

/// The `count` items of the pool with the largest singleton values, as far as it offers them;
/// takes them out of it. Returns how many evaluations it took.
std::int64_t take_best_singletons(const Objective& objective, const Run& run, CandidatePool& pool,
                                  Item count, Label label, std::vector<Chosen>& steps);
/// The same with a plain list of candidates.
std::int64_t take_best_singletons(const Objective& objective, const Run& run, Items& left,
                                  Item count, Label label, std::vector<Chosen>& steps);

}  // namespace holdfast::greedy_steps
