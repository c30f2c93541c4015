#pragma once

#include "holdfast/theory/ratio_value.hpp"
#include "holdfast/theory/value_table.hpp"

namespace holdfast {

/// The seven ratios of a tabulated function over all sets of at most `largest_set` items, with
/// sets that attain them (the first in the order of enumeration, for any number of threads).
///
/// Each definition is read as an inequality, so 0/0 constrains nothing; a difference of at most
/// 1e-9 f(V) counts as zero, and zero over something positive gives ratio 0.
///
/// Cost: gamma, gamma_check and theta compare 3^n pairs of disjoint sets, a few operations each:
/// the sums over X come from the sums over X without its last item. alpha and alpha_check are
/// defined by n 3^(n-1) triples but need n^2 2^n operations: for each item and each B the best and
/// worst gain over all A in B follow from those of B without one item. On one core n = 14 takes a
/// fiftieth of a second, n = 16 a sixth, and n = 20 (the limit of ValueTable) about 20 seconds.
HOLDFAST_EXPORT Ratios exact_ratios(const ValueTable& table, const Run& run, Item largest_set);

}  // namespace holdfast
