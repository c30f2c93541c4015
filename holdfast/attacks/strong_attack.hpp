#pragma once

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/core/deletion.hpp"
#include "holdfast/core/export.hpp"

namespace holdfast {

/// The attacks of `strong` on the current set of a game, cheapest first. Stops once one of them
/// leaves `stop_below` or less. Search and judge both call this: if they valued a set differently,
/// the search could cycle.
///   1. greedy_min;
///   2. grow_min from every member, the best few improved by exchanges;
///   3. greedy_min after each forced first deletion, the best few improved by exchanges;
///   4. pair_greedy, improved by exchanges;
///   5. a dozen times, or some hundred if thorough: a few random exchanges in the worst deletion so
///      far, improved again.
/// A game that has a model makes 1 and then searches by its model, and, if thorough, makes 2 and 3
/// where that takes less than about a second. Where an attack takes longer than microseconds, 2
/// starts from some members only, and 3 to 5 are left out.
HOLDFAST_EXPORT Deletion strong_attack(Game& game, Item tau, double stop_below = no_threshold,
                                       Effort effort = Effort::quick);

}  // namespace holdfast
