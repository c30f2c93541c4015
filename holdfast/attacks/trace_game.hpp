#pragma once

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/trace_oracle.hpp"

namespace holdfast {

/// The game of a trace form whose items are single columns. With |pool| = n and |S| = k: it keeps
/// O(n^2) numbers; moving to a set is O(k^3); step t of deleting or growing is O(k t); scanning
/// swaps with c candidates is O(k^2 c), then O(1) per swap. Deleting from a swapped set needs no
/// new inverse. A set whose matrix is singular, or nearly so, is played through States instead.
std::unique_ptr<Game> make_trace_game(const Objective& objective, const TraceOracle& oracle,
                                      const Run& run, std::span<const Item> pool);

}  // namespace holdfast
