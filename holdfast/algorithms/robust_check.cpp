#include "holdfast/algorithms/robust_check.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/attacks/try_all.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/side_runs.hpp"

namespace holdfast {
namespace {

/// Nodes per second that a limit on nodes stands for (Game::nodes_per_second of linear regression).
constexpr std::int64_t standard_nodes_per_second = 6'000;
/// Multiplications that settling all deletions of one set may take.
constexpr double affordable_work = 3e8;
/// Gains that a thorough attack costs where a gain is a fit.
constexpr double gains_of_a_check = 1000.0;
/// Where attacks are slow, so many of the best sets are checked, or more if checks are cheap. One
/// of them is chosen, or a start.
constexpr std::size_t most_slow_checks = 4;

/// A quick check is branch and bound, which opens two nodes at a time.
constexpr int threads_of_a_check = 2;

bool falls(const Judged& judged, const Deletion& worst) {
  const double before = judged.worst.value;
  return worst.value < before - TieRule::width(before, before);
}

}  // namespace

bool RobustCheck::is_checked(const Items& set) const {
  return std::ranges::find(checked_, set) != checked_.end();
}

/// Trying all deletions costs the losses of all members for each choice of tau - 1.
double RobustCheck::work_of_settling(std::size_t members) const {
  const double deletions = count_deletions(members, problem_.tau);
  if (deletions > settled_deletions) return std::numeric_limits<double>::infinity();
  return judge_.is_quick() ? 0.0 : deletions * problem_.tau * objective_.gain_cost();
}

Deletion RobustCheck::proven_worst(const Judged& judged, Game& judge) const {
  if (judged.worst.proven) return judged.worst;
  if (work_of_settling(judged.set.size()) <= affordable_work) {
    Deletion worst = settle(*objective_.start_at(judge.run(), judged.set), problem_.tau);
    if (worst.value < judged.worst.value) return worst;
    Deletion same = judged.worst;
    same.proven = true;
    return same;
  }
  const std::int64_t nodes = nodes_ * judge.nodes_per_second() / standard_nodes_per_second;
  judge.move_to(judged.set);
  Deletion worst = judged.worst;
  if (nodes >= 2) {
    worst = judge.prove(judged.worst, nodes);
    if (worst.value < judged.worst.value) worst.adversary = "exact";
  } else if (objective_.gain_cost() * gains_of_a_check <= affordable_work) {
    // One node of many fits finds nothing. The search may have found its way into a gap of the
    // quick attacks.
    Deletion thorough = strong_attack(judge, problem_.tau, no_threshold, Effort::thorough);
    if (thorough.value < worst.value) worst = std::move(thorough);
  }
  return worst;
}

/// The first of `asked` is needed. The others will be if it falls, and are dropped if it holds.
void RobustCheck::check_ahead(const std::vector<Judged>& asked) {
  SideRuns side(run_);
  std::vector<std::unique_ptr<Game>> games;
  for (std::size_t i = 0; i < asked.size(); ++i)
    games.push_back(judge_.sibling(side.add(threads_of_a_check)));
  std::vector<std::optional<Check>> made(asked.size());
  run_.workers().share(asked.size(), [&](std::size_t i) {
    try {
      Deletion worst = proven_worst(asked[i], *games[i]);
      if (i == 0 && !falls(asked[i], worst)) side.drop();
      made[i] = Check{asked[i].set, std::move(worst), games[i]->evaluations()};
    } catch (const std::exception&) {
      // A check that was dropped, or that fails, is made again if it is needed.
      if (i == 0) throw;
    }
  });
  side.check_stop();
  for (auto& check : made) {
    if (check) ahead_.push_back(std::move(*check));
  }
}

Deletion RobustCheck::worst_of_best(const Archive& archive) {
  const auto known_ahead = [&](const Items& set) {
    return std::ranges::find(ahead_, set, &Check::set);
  };
  // Where attacks are slow, a check uses all threads itself.
  const int most = judge_.is_quick() ? run_.threads() / threads_of_a_check : 1;
  if (most <= 1) return proven_worst(archive.best(), judge_);
  if (known_ahead(archive.best().set) == ahead_.end()) {
    std::vector<Judged> asked;
    for (const Judged& judged : archive.sets()) {
      const bool is_new = !is_checked(judged.set) && known_ahead(judged.set) == ahead_.end();
      if (is_new && std::ssize(asked) < most) asked.push_back(judged);
    }
    check_ahead(asked);
  }
  const auto& check = *known_ahead(archive.best().set);
  evaluations_ += check.evaluations;
  return check.worst;
}

void RobustCheck::check(Archive& archive) {
  const double affordable_checks =
      affordable_work / std::max(1.0, work_of_settling(static_cast<std::size_t>(problem_.k)));
  const auto most_checks = std::max<double>(most_slow_checks, affordable_checks);
  try {
    for (;;) {
      if (is_checked(archive.best().set)) return;
      if (!judge_.is_quick() && static_cast<double>(checked_.size()) >= most_checks) {
        archive.keep_if([&](const Judged& judged) { return is_checked(judged.set); });
        if (is_checked(archive.best().set)) return;
      }
      Judged best = archive.best();
      Deletion worst = worst_of_best(archive);
      checked_.push_back(best.set);
      const bool fell = falls(best, worst);
      best.worst = std::move(worst);
      archive.drop_best();
      archive.remember(best);
      if (!fell) return;
    }
  } catch (const NumericFailure&) {
    // A model that cannot be fitted on some of the deletions: the best set stays unproven.
  }
}

}  // namespace holdfast
