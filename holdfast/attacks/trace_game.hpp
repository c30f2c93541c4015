#pragma once

#include <memory>
#include <span>

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/trace_oracle.hpp"

namespace holdfast {

/// The game of a trace form whose items are single columns. With |pool| = n and |S| = k: O(n^2)
/// numbers are kept, moving to a set is O(k^3), deleting and growing are O(k t) in step t, all swaps
/// with c candidates O(k^2 c) and then O(1) each; deleting from a swapped set needs no inverse of it.
/// A set whose matrix is singular, or nearly so, is played through States instead.
std::unique_ptr<Game> make_trace_game(const Objective& objective, const TraceOracle& oracle,
                                      const Run& run, std::span<const Item> pool);

}  // namespace holdfast
