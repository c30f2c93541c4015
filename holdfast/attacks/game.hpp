#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

/// A deletion from the set of a Game and what it leaves.
struct Strike {
  Items deleted;
  double value = std::numeric_limits<double>::infinity();
};

/// One item of the set for one outside of it.
struct Swap {
  Item out = 0;
  Item in = 0;
  double bound = 0.0;  ///< no deletion problem of the swapped set ends above this
};

/// Which sets were met on the way, by their fingerprints.
class VisitedSets {
 public:
  /// Whether the set was met before; from now on it was. `fingerprint` is the sum of those of its
  /// items.
  bool meet(std::uint64_t fingerprint) { return !met_.insert(fingerprint).second; }

  static std::uint64_t of(Item item) {
    // The finalizer of splitmix64 (Steele, Lea, Flood 2014).
    std::uint64_t bits = (static_cast<std::uint64_t>(item) + 1) * 0x9e3779b97f4a7c15ULL;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
    return bits ^ (bits >> 31);
  }

 private:
  std::unordered_set<std::uint64_t> met_;
};

/// What is proven about the worst deletion.
struct Proof {
  Strike worst;           ///< the worst known
  double at_least = 0.0;  ///< no deletion leaves less; worst.value if the search was finished
  bool complete = false;
  std::int64_t nodes = 0;
};

/// The game around one set S at a time: which tau of its members an adversary deletes, and how the
/// answer changes when S changes by a swap. Moves are whole attacks, so that an objective can play
/// them at its own speed (a State asks one question a step); the default is played through States.
/// One Game serves one thread.
class HOLDFAST_EXPORT Game {
 public:
  static constexpr double never = -std::numeric_limits<double>::infinity();

  virtual ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  /// S becomes `set`: distinct items of the pool that the game was made for.
  virtual void move_to(std::span<const Item> set) = 0;
  const Items& set() const { return set_; }
  /// Whether an attack costs microseconds, so that many may be tried.
  virtual bool is_quick() const = 0;

  /// f(S \ deleted).
  virtual double value_without(std::span<const Item> deleted) = 0;
  /// Deletes `forced` (no more than tau), then the member of largest loss until tau are gone. Ends
  /// early once the value is `enough` or less: more deletions would only lower it.
  virtual Strike greedy_min(Item tau, std::span<const Item> forced, double enough) = 0;
  /// Keeps `first` and adds the member of least gain until |S| - tau survive. Gives up, with an
  /// infinite value, once what survives is worth more than `hopeless`, or is a set that was met
  /// by an earlier growth: the rest would be the same.
  virtual Strike grow_min(Item tau, Item first, double hopeless, VisitedSets& met) = 0;
  /// Deletes the pair of largest common loss until tau are gone (the last one alone if tau is odd).
  virtual Strike pair_greedy(Item tau) = 0;
  /// Exchanges a deleted item for a survivor while that lowers the value: the best exchange each
  /// time.
  virtual Strike improve(Strike strike) = 0;
  /// The worst deletion that is found, from this one on, by a model of the objective that is
  /// quicker to ask than the objective; ends once it leaves `enough` or less. `from` deletes some,
  /// but not all. Nothing if the game has no such model, or the model fails.
  virtual std::optional<Strike> search_by_model(const Strike& from, double enough);

  /// The swaps of a survivor of `deleted` for a candidate whose bound, f(survivors - out + in), is
  /// above `floor`; the largest bounds first. (An item that the worst attack deletes anyway is
  /// never worth taking out.) Candidates in S are passed over. A slow game may leave swaps out that
  /// promise little.
  virtual std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                                  double floor) = 0;
  /// What greedy_min leaves of S - out + in; who is not in that set is passed over among `forced`.
  virtual Strike greedy_min_after(const Swap& swap, Item tau, std::span<const Item> forced,
                                  double enough) = 0;

  /// Looks for a deletion that leaves less than `known`, or proves that none does, by branch and
  /// bound over at most `most_nodes` nodes.
  virtual Proof prove(Item tau, const Strike& known, std::int64_t most_nodes) = 0;

  /// Another game on the same pool, at the empty set; shares what is large.
  virtual std::unique_ptr<Game> sibling() const = 0;

  /// How many attacks were made so far, and how many set values were compared in them.
  std::int64_t attacks() const { return attacks_; }
  std::int64_t evaluations() const { return evaluations_; }

 protected:
  Game() = default;
  void count_attack(std::int64_t more) { attacks_ += more; }
  void count_evaluations(std::int64_t more) { evaluations_ += more; }

  Items set_;

 private:
  std::int64_t attacks_ = 0;
  std::int64_t evaluations_ = 0;
};

}  // namespace holdfast
