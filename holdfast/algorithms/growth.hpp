#pragma once

#include <string_view>
#include <vector>

#include "holdfast/core/item.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/core/state.hpp"

/// The moves that the algorithms are made of.
namespace holdfast::growth {

/// Where a step is recorded.
struct Label {
  Part part = Part::S1;
  int bucket = -1;
};

/// Tells the run how far the job is, and stops here if a stop was asked for.
void announce(std::string_view job, const Run& run, std::size_t done, Item total, double value);

/// Adds the item to the State, takes it out of `left` and records the step.
void take(State& state, Items& left, const Scored& choice, Label label, std::vector<Chosen>& steps);

/// Greedy: `count` times the candidate of largest gain. `total` is how many steps the whole job
/// has.
void grow(std::string_view job, State& state, Items& left, Item count, Item total, Label label,
          std::vector<Chosen>& steps);

/// The `count` items of `left` with the largest singleton values; takes them out of `left`. Returns
/// how many evaluations it took.
std::int64_t take_best_singletons(const Objective& objective, const Run& run, Items& left,
                                  Item count, Label label, std::vector<Chosen>& steps);

}  // namespace holdfast::growth
