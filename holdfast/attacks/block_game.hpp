#pragma once

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/trace_oracle.hpp"

namespace holdfast {

/// The game of a trace form whose items are blocks of columns (groups). With q columns in S, blocks
/// of b columns and r responses: moving to a set is O(q^3), a deletion O(q^2 b), a swap in the scan
/// O(b^2 (b + r)). A set whose matrix is singular, or nearly so, is played through States instead.
std::unique_ptr<Game> make_block_game(const Objective& objective, const TraceOracle& oracle,
                                      std::span<const Items> blocks, const Run& run,
                                      std::span<const Item> pool);

}  // namespace holdfast
