#include "holdfast/algorithms/robust_search.hpp"

#include <algorithm>
#include <limits>
#include <ranges>
#include <utility>

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/algorithms/robust_check.hpp"

namespace holdfast {
namespace {

/// After so many restarts in a row without a new best, of all walks together, the search ends
/// before its budget: a small problem is exhausted by then.
constexpr int resignation = 500;
/// Several walks tell each other what they have found after so much work each, less where attacks
/// are slow. One waits for the other then, the less the longer rounds are; but only the caller's
/// own thread asks for a stop, so a round must not be longer than about a tenth of a second.
constexpr std::int64_t quick_round = 100'000;
constexpr std::int64_t slow_round = 100;
constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max() / 2;
constexpr std::uint64_t search_stream = 7000;

}  // namespace

RobustSearch::RobustSearch(const Objective& objective, const Problem& problem, const Run& run,
                           Items pool, Limits limits, std::size_t walks)
    : objective_(objective),
      problem_(problem),
      run_(run),
      pool_(std::move(pool)),
      limits_(limits),
      side_runs_(run) {
  auto game = make_game(objective, run, pool_);
  const auto add_walk = [&](std::unique_ptr<Game> scan, const Run& own) {
    walks_.push_back(std::make_unique<RobustWalk>(std::move(scan), problem_, pool_, own,
                                                  search_stream + walks_.size()));
  };
  if (walks == 1) {
    add_walk(std::move(game), run);
    return;
  }
  for (std::size_t i = 0; i < walks; ++i) {
    const Run& own = side_runs_.add();
    add_walk(game->sibling(own), own);
  }
}

std::int64_t RobustSearch::attacks() const {
  std::int64_t sum = 0;
  for (const auto& walk : walks_) sum += walk->attacks();
  return sum;
}

std::int64_t RobustSearch::evaluations() const {
  std::int64_t sum = evaluations_;
  for (const auto& walk : walks_) sum += walk->evaluations();
  return sum;
}

void RobustSearch::report() const {
  const std::int64_t before = BetaPath::progress_steps(problem_);  // of the starts
  run_.report({"robust-swap", before + std::min(attacks(), limits_.attacks),
               before + limits_.attacks, archive_.empty() ? 0.0 : best().worst.value});
}

void RobustSearch::add_start(const Items& set, std::optional<Deletion> known) {
  Judged judged = known ? Judged{set, std::move(*known)} : walks_.front()->judge(set);
  judged.start = true;
  archive_.remember(judged);
}

void RobustSearch::gather() {
  for (const auto& walk : walks_) {
    for (const Judged& judged : walk->archive().sets()) archive_.remember(judged);
  }
}

void RobustSearch::walk(std::size_t walks, std::int64_t share, std::int64_t enough) {
  const auto limits_of = [&](const RobustWalk& walk) {
    return RobustWalk::Limits{.attacks = walk.attacks() + share,
                              .enough = walk.work() + enough,
                              .deadline = limits_.deadline,
                              .stale = static_cast<int>(resignation / walks_.size())};
  };
  const auto walk_on = [&](std::size_t i) {
    walks_[i]->learn(archive_);
    walks_[i]->walk(limits_of(*walks_[i]));
  };
  try {
    if (objective_.stays_on_callers_thread()) {
      for (std::size_t i = 0; i < walks; ++i) walk_on(i);
    } else {
      run_.workers().share(walks, walk_on);
    }
  } catch (...) {
    gather();
    throw;
  }
  gather();
}

void RobustSearch::search() {
  RobustWalk& first = *walks_.front();
  first.on_rise = [this] {
    gather();
    report();
  };
  const auto left = [&] { return std::max<std::int64_t>(0, limits_.attacks - attacks()); };
  if (walks_.size() == 1) return walk(1, left(), no_end);
  // The first climb cannot be shared.
  walk(1, left(), 0);
  first.on_rise = nullptr;
  for (const auto& other : walks_ | std::views::drop(1)) other->begin_at(best());
  const auto has_ended = [](const auto& walk) { return walk->ended(); };
  const std::int64_t round = first.judging().is_quick() ? quick_round : slow_round;
  while (left() > 0 && !std::ranges::all_of(walks_, has_ended)) {
    const auto share = left() / std::ssize(walks_) + 1;
    walk(walks_.size(), share, round);
    report();
  }
}

void RobustSearch::verify(std::int64_t most_nodes) {
  if (most_nodes <= 0) return;
  Game& of_walk = walks_.front()->judging();
  // One of several walks has a thread of its own only; a check has all.
  const auto own = walks_.size() > 1 ? of_walk.sibling(run_) : nullptr;
  RobustCheck last(objective_, problem_, run_, own ? *own : of_walk, most_nodes);
  last.check(archive_);
  evaluations_ += last.evaluations() + (own ? own->evaluations() : 0);
}

}  // namespace holdfast
