#pragma once

#include "holdfast/core/deletion.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// A set with at most this many deletions of tau members is always settled: its worst case is
/// proven, for every objective and whoever judges.
constexpr double settled_deletions = 10'000;

/// How many deletions of tau members a set has: exact as far as it matters, possibly infinite.
HOLDFAST_EXPORT double count_deletions(std::size_t members, Item tau);

/// The worst deletion of all, 0 < tau < |S|; among equally bad ones the one with the lowest items.
/// Costs a call of losses() for each choice of tau - 1 members.
HOLDFAST_EXPORT Deletion try_all(const State& state, Item tau);

/// The worst deletion of all, by trying them or by branch and bound, whichever is faster. Trying
/// goes by the game's model if it has one.
HOLDFAST_EXPORT Deletion settle(const State& state, Item tau);

}  // namespace holdfast
