#pragma once

#include <limits>
#include <unordered_set>

#include "holdfast/attacks/game.hpp"

/// The simple attacks on the current set S of a game, each written once. Values are the game's own.
/// The caller fills in `proven` and the name of the adversary.
namespace holdfast {

/// A threshold that no value reaches.
constexpr double no_threshold = -std::numeric_limits<double>::infinity();
/// A limit that no value exceeds.
constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The sets that a search has visited, by their fingerprints: from one of them on it would only
/// repeat itself.
class VisitedSets {
 public:
  /// Adds a set and returns whether it was new. A set's fingerprint is the sum of those of its
  /// items.
  bool insert(std::uint64_t fingerprint) { return visited_.insert(fingerprint).second; }

  static std::uint64_t fingerprint(Item item) {
    // The finalizer of splitmix64 (Steele, Lea, Flood 2014).
    std::uint64_t bits = (static_cast<std::uint64_t>(item) + 1) * 0x9e3779b97f4a7c15ULL;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
    return bits ^ (bits >> 31);
  }

 private:
  std::unordered_set<std::uint64_t> visited_;
};

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
