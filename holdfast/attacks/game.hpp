#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/core/deletion.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// Replaces one item of the set by one outside it.
struct Swap {
  Item out = 0;
  Item in = 0;
  double bound = 0.0;  ///< the worst case of the swapped set is at most this
};

/// Deletes a survivor in place of a deleted item.
struct Exchange {
  double value = 0.0;  ///< before the exchange: f(S \ deleted)
  Item spared = -1;    ///< -1: no exchange lowers the value
  Item taken = -1;
};

/// A search judges thousands of sets; a final judge has time for one.
enum class Effort { quick, thorough };

/// The game around one set S: which tau of its members should an adversary delete, and how does the
/// answer change when S changes by a swap? A Game offers the moves; moves.hpp and strong_attack.hpp
/// build whole attacks from them, once for all games. One Game serves one thread.
class HOLDFAST_EXPORT Game {
 public:
  virtual ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  const Objective& objective() const { return objective_; }
  const Run& run() const { return run_; }
  /// Whether an attack costs microseconds, so that many may be tried.
  bool is_quick() const { return objective_.attack_cost() == AttackCost::microseconds; }

  /// Sets S to `set`: distinct items of the pool that the game was made for.
  virtual void move_to(std::span<const Item> set) = 0;
  const Items& set() const { return set_; }
  /// f(S \ deleted).
  virtual double value_without(std::span<const Item> deleted) = 0;

  /// Begins deleting: from S, or from S - out + in, at most `most` members are removed one by one.
  virtual void begin_deleting(Item most, const Swap* swap = nullptr) = 0;
  /// Returns false, and does nothing, if the item is not there.
  virtual bool remove(Item item) = 0;
  /// Removes the member of largest loss and returns it.
  virtual Item remove_worst() = 0;
  /// The pair of largest joint loss. Needs at least two members left, and no swap in
  /// begin_deleting().
  virtual std::pair<Item, Item> worst_pair() = 0;
  /// f of what is left.
  virtual double left() const = 0;

  /// Begins growing: from the empty set, `most` members of S are kept one by one.
  virtual void begin_growing(Item most) = 0;
  virtual void keep(Item item) = 0;
  /// Keeps the member of least gain and returns it.
  virtual Item keep_least() = 0;
  /// f of what is kept.
  virtual double kept() const = 0;

  /// The exchange that lowers f(S \ deleted) most, beyond rounding.
  virtual Exchange best_exchange(std::span<const Item> deleted) = 0;

  /// The swaps of a survivor of `deleted` for a candidate whose bound, f(survivors - out + in), is
  /// above `floor`, the largest bounds first. (Swapping out an item that the worst attack deletes
  /// anyway never helps.) Candidates in S are skipped. A slow game may omit swaps that promise
  /// little.
  virtual std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                                  double floor) = 0;

  /// Looks for a deletion of as many items as `known` that leaves less, or proves that none does,
  /// by branch and bound over at most `most_nodes` nodes. Fills `proven` and `at_least`.
  virtual Deletion prove(const Deletion& known, std::int64_t most_nodes) = 0;
  /// About how many nodes take a second: callers plan by it and not by a clock, so that an answer
  /// does not depend on the machine.
  virtual std::int64_t nodes_per_second() const = 0;
  /// Searches from the deletion `from` by a model that is cheaper than the objective, and returns
  /// the worst deletion found. Stops once the value falls to `stop_below`. `from` deletes some
  /// members, but not all. Returns nothing if the game has no such model, or the model fails.
  virtual std::optional<Deletion> search_by_model(const Deletion& from, double stop_below,
                                                  Effort effort);
  /// The same from several deletions of equal size that are known of other sets: the search begins
  /// with the first, whose items are all members, and tries the others before it goes on. For a
  /// game that needs no greedy_min to begin with.
  virtual std::optional<Deletion> search_from_known(std::span<const Items> known,
                                                    double stop_below);
  /// The worst of all deletions of tau items, proven, 0 < tau < |S|: for a game that can try them
  /// faster than States do. Returns nothing if it cannot, or a fit fails.
  virtual std::optional<Deletion> try_all(Item tau);

  /// Another game on the same pool, at the empty set. It shares the large matrices; with a run of
  /// its own it may be played on another thread.
  virtual std::unique_ptr<Game> sibling(const Run& run) const = 0;

  /// How many attacks have been made so far, and how many set values were compared in them.
  std::int64_t attacks() const { return attacks_; }
  std::int64_t evaluations() const { return evaluations_; }
  void count_attack(std::int64_t more = 1) { attacks_ += more; }

 protected:
  Game(const Objective& objective, const Run& run) : objective_(objective), run_(run) {}
  void count_evaluations(std::int64_t more) { evaluations_ += more; }

  const Objective& objective_;
  const Run& run_;
  Items set_;

 private:
  std::int64_t attacks_ = 0;
  std::int64_t evaluations_ = 0;
};

/// The fastest game that the structure of the objective allows, for subsets of `pool`. The
/// objective and the run must outlive it.
HOLDFAST_EXPORT std::unique_ptr<Game> make_game(const Objective& objective, const Run& run,
                                                std::span<const Item> pool);
/// The game of a State's objective, at the State's own set.
HOLDFAST_EXPORT std::unique_ptr<Game> game_at(const State& state);

}  // namespace holdfast
