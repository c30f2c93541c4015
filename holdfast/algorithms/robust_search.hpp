#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/deletion.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"

namespace holdfast {

/// A set with the worst deletion that the judge found.
struct Judged {
  Items set;
  Deletion worst;
  bool start = false;  ///< a set that the search began with is never forgotten
};

/// Local search over sets of k items for the best worst case. One routine, strong_attack, values
/// every set, before and after a move.
///
/// A move swaps a survivor of the worst attack for an item outside. What the same attack leaves of
/// the swapped set bounds its worst case from above, in O(1): swaps are tried in the order of these
/// bounds until they fall below the present value. A swapped set must then survive greedy-min, the
/// attacks that killed earlier ones, and the judge. The first that does is taken. At a local
/// optimum a few random swaps are made and the climb begins again.
class RobustSearch {
 public:
  struct Limits {
    std::int64_t attacks = 0;
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
  };

  RobustSearch(const Objective& objective, const Problem& problem, const Run& run, Items pool,
               Limits limits);

  /// Adds a starting set to the archive; it is judged unless a deletion of it is known.
  void add_start(const Items& set, std::optional<Deletion> known = {});
  /// Searches until the limits are reached. A stop request ends this and verify() with Interrupted;
  /// best() is still the best so far.
  void search();
  /// Looks for worse deletions of the best sets by branch and bound, or by a thorough attack where
  /// a node takes long, and re-ranks the sets that fall, until the best set keeps its rank.
  /// `most_nodes` is for linear regression: fewer where a node takes longer. Where few deletions
  /// are possible, all are settled.
  void verify(std::int64_t most_nodes);

  const Judged& best() const { return archive_.front(); }
  std::int64_t evaluations() const { return scan_->evaluations() + judge_->evaluations(); }

 private:
  Judged judge(Items set);
  /// Multiplications of trying all deletions of a set of so many; infinite if they are too many.
  double work_of_settling(std::size_t members) const;
  /// The worst deletion of a set as far as it can be proven.
  Deletion proven_worst(const Judged& judged, std::int64_t most_nodes);
  /// Follows improving swaps to a local optimum, or until the limits are reached.
  void climb(Judged& at);
  std::optional<Judged> better_neighbour(const Judged& at);
  /// Whether the swapped set satisfies the constraints.
  bool allows(const Items& set, const Swap& swap) const;
  /// Spends what is left of the money: more items never hurt.
  Items filled_up(Items set) const;
  bool survives_quick_attacks(const Swap& swap, double value);
  bool survives_killers(const Swap& swap, double value);
  /// By the model of a game that has one: from a deletion whose items are members of the judged
  /// set, and from the attacks that killed earlier sets.
  std::optional<Deletion> attack_from_known(const Deletion& known, double stop_below);
  Judged perturb(const Judged& at);
  void remember(const Judged& judged);
  void remember_killer(const Items& deleted);
  bool exhausted();
  void report() const;

  const Problem problem_;
  const Run& run_;
  Items pool_;
  Limits limits_;
  std::unique_ptr<Game> scan_;   ///< at the set whose neighbours are tried
  std::unique_ptr<Game> judge_;  ///< moves to each set that is judged
  Random random_;
  std::vector<Judged> archive_;  ///< the best first
  std::vector<Items> killers_;
};

}  // namespace holdfast
