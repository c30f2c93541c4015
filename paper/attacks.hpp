#pragma once

#include <span>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "paper/work_units.hpp"

namespace holdfast::paper {

/// Of the stochastic adversary; the paper does not state it.
constexpr double stochastic_epsilon = 0.1;

/// What greedy-max deletes from a set, in order.
struct MaxOrder {
  Items items;
  std::int64_t evaluations = 0;
};

/// The first `tau` deletions of greedy-max on `set`. `of_larger` is its order on a set that holds
/// this one: as long as what it deleted there is here too, it does the same here.
MaxOrder greedy_max_order(const Objective& objective, const Run& run, const Items& set, Item tau,
                          const Items& of_larger);

/// Lets the paper's four adversaries loose on the set where the State is, once for each of the
/// cells (same k, different tau), and fills what they found. greedy-min and greedy-max delete item
/// after item without looking at tau, so that one attack with the largest tau serves all of them;
/// `max_order` is that of greedy-max.
void attack_cells(const State& state, int repeats, const MaxOrder& max_order,
                  std::span<CellResult> cells);

}  // namespace holdfast::paper
