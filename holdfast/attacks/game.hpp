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

/// One item of the set for one outside of it.
struct Swap {
  Item out = 0;
  Item in = 0;
  double bound = 0.0;  ///< no deletion problem of the swapped set ends above this
};

/// A deleted item for a survivor.
struct Exchange {
  double value = 0.0;  ///< before the exchange: f(S \ deleted)
  Item spared = -1;    ///< -1: no exchange lowers the value
  Item taken = -1;
};

/// The game around one set S at a time: which tau of its members an adversary deletes, and how the
/// answer changes when S changes by a swap. A Game offers the moves; whole attacks are made of them
/// in moves.hpp and strong_attack.hpp, once for all games. One Game serves one thread.
class HOLDFAST_EXPORT Game {
 public:
  virtual ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  const Objective& objective() const { return objective_; }
  const Run& run() const { return run_; }
  /// Whether an attack costs microseconds, so that many may be tried.
  bool is_quick() const { return objective_.attack_cost() == AttackCost::microseconds; }

  /// S becomes `set`: distinct items of the pool that the game was made for.
  virtual void move_to(std::span<const Item> set) = 0;
  const Items& set() const { return set_; }
  /// f(S \ deleted).
  virtual double value_without(std::span<const Item> deleted) = 0;

  /// Deleting: begins at S, or at S - out + in, and removes at most `most` members one by one.
  virtual void begin_deleting(Item most, const Swap* swap = nullptr) = 0;
  /// False, and nothing happens, if the item is not there.
  virtual bool remove(Item item) = 0;
  /// Removes the member of largest loss, and tells which.
  virtual Item remove_worst() = 0;
  /// The pair of largest common loss. At least two members are left, and no swap was made.
  virtual std::pair<Item, Item> worst_pair() = 0;
  /// f of what is left.
  virtual double left() const = 0;

  /// Growing: begins at nothing and keeps `most` members of S one by one.
  virtual void begin_growing(Item most) = 0;
  virtual void keep(Item item) = 0;
  /// Keeps the member of least gain, and tells which.
  virtual Item keep_least() = 0;
  /// f of what is kept.
  virtual double kept() const = 0;

  /// The exchange that lowers f(S \ deleted) most, beyond rounding.
  virtual Exchange best_exchange(std::span<const Item> deleted) = 0;

  /// The swaps of a survivor of `deleted` for a candidate whose bound, f(survivors - out + in), is
  /// above `floor`; the largest bounds first. (An item that the worst attack deletes anyway is
  /// never worth taking out.) Candidates in S are passed over. A slow game may leave swaps out that
  /// promise little.
  virtual std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                                  double floor) = 0;

  /// Looks for a deletion of as many items as `known` that leaves less, or proves that none does, by
  /// branch and bound over at most `most_nodes` nodes. Fills `proven` and `at_least`.
  virtual Deletion prove(const Deletion& known, std::int64_t most_nodes) = 0;
  /// The worst deletion that is found, from this one on, by a model of the objective that is quicker
  /// to ask than the objective; stops once the value falls to `stop_below`. `from` deletes some
  /// members, but not all. Nothing if the game has no such model, or the model fails.
  virtual std::optional<Deletion> search_by_model(const Deletion& from, double stop_below);

  /// Another game on the same pool, at the empty set; shares what is large.
  virtual std::unique_ptr<Game> sibling() const = 0;

  /// How many attacks were made so far, and how many set values were compared in them.
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

/// The quickest game that the structure of the objective allows, for sets made of items of `pool`.
/// The objective and the run must outlive it.
HOLDFAST_EXPORT std::unique_ptr<Game> make_game(const Objective& objective, const Run& run,
                                                std::span<const Item> pool);
/// The game of a State's objective, at the State's own set.
HOLDFAST_EXPORT std::unique_ptr<Game> game_at(const State& state);

}  // namespace holdfast
