#pragma once

#include <limits>
#include <span>

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/visited_sets.hpp"
#include "holdfast/core/deletion.hpp"
#include "holdfast/core/export.hpp"

/// The simple attacks on the present set S of a game, each written once. Values are the game's own;
/// `proven` and the name of the finder are for the caller to fill.
namespace holdfast {

/// A threshold that no value falls to.
constexpr double never = -std::numeric_limits<double>::infinity();
/// A limit that no value exceeds.
constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Deletes `forced` (as far as they are there), then the member of largest loss until tau are gone.
/// Stops early once the value falls to `stop_below`: more deletions would only lower it. With a swap
/// the attack is on S - out + in.
HOLDFAST_EXPORT Deletion greedy_min(Game& game, Item tau, std::span<const Item> forced = {},
                                    double stop_below = never, const Swap* swap = nullptr);

/// Keeps `first` and adds the member of least gain until |S| - tau survive. Gives up, with an
/// infinite value, once what survives is worth more than `prune_above` or was visited by an earlier
/// growth: the rest would be the same.
HOLDFAST_EXPORT Deletion grow_min(Game& game, Item tau, Item first, double prune_above,
                                  VisitedSets& visited);

/// Deletes the pair of largest common loss until tau are gone (the last one alone if tau is odd).
HOLDFAST_EXPORT Deletion pair_greedy(Game& game, Item tau);

/// Makes the best exchange of a deleted item for a survivor while that lowers the value.
HOLDFAST_EXPORT Deletion improve_by_exchanges(Game& game, Deletion deletion);

}  // namespace holdfast
