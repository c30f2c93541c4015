#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/deletion.hpp"
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

/// The best sets so far, the best first, each once.
class Archive {
 public:
  void remember(const Judged& judged);
  /// Takes the best set out.
  void drop_best() { sets_.erase(sets_.begin()); }
  /// Forgets the sets that are no starts and do not satisfy `keep`.
  template <class Keep>
  void keep_if(const Keep& keep) {
    std::erase_if(sets_, [&](const Judged& judged) { return !judged.start && !keep(judged); });
  }

  bool empty() const { return sets_.empty(); }
  const Judged& best() const { return sets_.front(); }
  const std::vector<Judged>& sets() const { return sets_; }

 private:
  std::vector<Judged> sets_;
};

/// One local search over sets of k items for the best worst case; see docs/robust-search.md. It
/// climbs by swaps to a local optimum, makes a few random swaps there, and climbs again. One
/// routine, strong_attack, values every set, before and after a move. A walk serves one thread.
class RobustWalk {
 public:
  struct Limits {
    std::int64_t attacks = 0;  ///< of this walk, since it was made
    std::int64_t enough = 0;   ///< at so much work() restarts pause
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
    int stale = 0;  ///< restarts in a row without a new best after which none begins
  };

  /// Plays `scan` and a sibling of it. Swaps bring in items of the pool only.
  RobustWalk(std::unique_ptr<Game> scan, const Problem& problem, const Items& pool, const Run& run,
             std::uint64_t stream);

  const Archive& archive() const { return archive_; }
  Judged judge(Items set);
  /// What other walks have found becomes its own.
  void learn(const Archive& found);
  /// Walks on until a limit is reached; at first by a climb from the best set in its archive.
  void walk(const Limits& limits);
  /// Spares it the first climb: another walk has made it.
  void begin_at(const Judged& optimum) { home_ = optimum; }
  /// Whether it would not walk on even if it were allowed more attacks at once.
  bool ended();
  std::int64_t attacks() const { return scan_->attacks() + judge_->attacks(); }
  std::int64_t evaluations() const { return scan_->evaluations() + judge_->evaluations(); }
  /// How long it has taken so far, about, in attacks.
  std::int64_t work() const;

  Game& judging() { return *judge_; }

  /// Called after each step of a climb.
  std::function<void()> on_rise;

 private:
  bool exhausted();
  /// Follows an improving swap; false at a local optimum, and where the limits are reached.
  bool rises(Judged& at);
  std::optional<Judged> better_neighbour(const Judged& at);
  /// Whether the swapped set satisfies the constraints.
  bool allows(const Items& set, const Swap& swap) const;
  /// Spends what is left of the money: more items never hurt.
  Items filled_up(Items set) const;
  /// Those whose bound is above `floor`, the largest first.
  std::vector<Swap> swaps_from(const Judged& at, double floor);
  bool survives_quick_attacks(const Swap& swap, double value);
  bool survives_killers(const Swap& swap, double value);
  /// By the model of a game that has one: from a deletion whose items are members of the judged
  /// set, and from the attacks that killed earlier sets.
  std::optional<Deletion> attack_from_known(const Deletion& known, double stop_below);
  Judged perturb(const Judged& at);
  void begin_restart();
  void end_restart();
  void remember_killer(const Items& deleted);

  const Problem& problem_;
  const Items& pool_;
  const Run& run_;
  std::unique_ptr<Game> scan_;   ///< at the set whose neighbours are tried
  std::unique_ptr<Game> judge_;  ///< moves to each set that is judged
  Random random_;
  Archive archive_;
  std::vector<Items> killers_;
  std::int64_t scans_ = 0;  ///< how often all swaps were compared
  Limits limits_;
  std::optional<Judged> home_;      ///< where restarts begin
  std::optional<Judged> climbing_;  ///< the restart that is under way
  double best_before_ = 0.0;        ///< when that began
  int fails_ = 0;
  int stale_ = 0;
};

}  // namespace holdfast
