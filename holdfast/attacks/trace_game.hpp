#pragma once

#include <memory>
#include <span>

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/trace_form.hpp"

namespace holdfast {

/// The game of a trace form. With |pool| = n and |S| = k: O(n^2) numbers are kept, moving to a set
/// is O(k^3), greedy_min and grow_min are O(k t) in step t, all swaps with c candidates O(k^2 c)
/// and then O(1) each, greedy_min_after needs no inverse of the swapped set. A set whose matrix is
/// singular, or nearly so, is played through States instead.
std::unique_ptr<Game> make_trace_game(const Objective& objective, const TraceForm& form,
                                      const Run& run, std::span<const Item> pool);

}  // namespace holdfast
