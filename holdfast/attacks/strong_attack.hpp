#pragma once

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/core/deletion.hpp"
#include "holdfast/core/export.hpp"

namespace holdfast {

/// The attacks that `strong` makes, cheapest first, on the present set of a game; stops once one of
/// them leaves `stop_below` or less. What a set is worth under this cascade is the same whoever asks:
/// search and judge must not differ, or the search goes round in circles.
///   1. greedy_min;  2. grow_min from every member, the best few improved by exchanges;
///   3. greedy_min after each forced first deletion, the best few improved;  4. pair_greedy,
///   improved;  5. a few random exchanges in the worst so far, improved again, a dozen times.
/// A game that has a model is searched by it after 1, and by nothing else. Where an attack is not a
/// matter of microseconds, 2 starts from some members only and 3 to 5 are left out.
HOLDFAST_EXPORT Deletion strong_attack(Game& game, Item tau, double stop_below = never);

}  // namespace holdfast
