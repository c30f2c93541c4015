#pragma once

#include <span>

#include "holdfast/core/state.hpp"
#include "holdfast/experiments/work.hpp"

namespace holdfast::experiments {

/// Lets the paper's four adversaries loose on the set where the State is, once for each of the
/// cells (same k, different tau), and fills what they found. greedy-min and greedy-max delete item
/// after item without looking at tau, so that one attack with the largest tau serves all of them.
void attack_cells(const State& state, int repeats, std::span<CellResult> cells);

}  // namespace holdfast::experiments
