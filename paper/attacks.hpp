#pragma once

#include "paper/work_units.hpp"

namespace holdfast::paper {

/// Of the stochastic adversary; the paper does not state it.
constexpr double stochastic_epsilon = 0.1;

/// What greedy-max deletes from a set, in order.
struct MaxOrder {
  Items items;
  std::int64_t evaluations = 0;
};

/// The first `tau` deletions of greedy-max on `set`. `of_larger` is its order on a superset: it
/// makes the same deletions here for as long as their items are in `set`.
MaxOrder greedy_max_order(const Objective& objective, const Run& run, const Items& set, Item tau,
                          const Items& of_larger);

/// Attacks the State's set by the paper's four adversaries, for each of the cells (same k,
/// different tau), and fills in what they found. greedy-min and greedy-max delete item by item
/// without looking at tau, so one attack with the largest tau serves all cells; `max_order` is that
/// of greedy-max.
void attack_cells(const State& state, int repeats, const MaxOrder& max_order,
                  std::span<CellResult> cells);

/// Likewise for one adversary alone, under readings that have no other. What the four leave is then
/// not known; all of them are said to leave what this one does.
void attack_cells_by_greedy_min(const State& state, std::span<CellResult> cells);
void attack_cells_by_strong(const State& state, std::span<CellResult> cells);

}  // namespace holdfast::paper
