#pragma once

#include <limits>

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/visited_sets.hpp"

/// The simple attacks on the current set S of a game, each written once. Values are the game's own.
/// The caller fills in `proven` and the name of the adversary.
namespace holdfast {

/// A threshold that no value reaches.
constexpr double no_threshold = -std::numeric_limits<double>::infinity();
/// A limit that no value exceeds.
constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Deletes those of `forced` that are present, then the member of largest loss until tau are
/// deleted. Stops early once the value falls to `stop_below`: more deletions could only lower it.
/// With a swap, attacks S - out + in.
HOLDFAST_EXPORT Deletion greedy_min(Game& game, Item tau, std::span<const Item> forced = {},
                                    double stop_below = no_threshold, const Swap* swap = nullptr);

/// Keeps `first` and adds the member of least gain until |S| - tau survive. Gives up, with an
/// infinite value, once the survivors are worth more than `prune_above`, or once it reaches a set
/// in `visited`: the rest would be the same.
HOLDFAST_EXPORT Deletion grow_min(Game& game, Item tau, Item first, double prune_above,
                                  VisitedSets& visited);

/// Deletes the pair of largest joint loss until tau are deleted; the last one alone if tau is odd.
HOLDFAST_EXPORT Deletion pair_greedy(Game& game, Item tau);

/// Makes the best exchange of a deleted item for a survivor while that lowers the value.
HOLDFAST_EXPORT Deletion improve_by_exchanges(Game& game, Deletion deletion);

}  // namespace holdfast
