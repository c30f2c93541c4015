#include "holdfast/algorithms/robust_search.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <ranges>
#include <utility>

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/attacks/try_all.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// A swap must raise the worst case by this share. Otherwise rounding could keep the search going.
constexpr double least_rise = 1e-7;
constexpr std::size_t most_killers = 8;
constexpr std::size_t archive_size = 16;
/// The search continues from any local optimum that is at most this share below the previous one.
constexpr double slack = 0.003;
/// After this many restarts in a row without a new best, the search returns to the best set.
constexpr int patience = 8;
/// After this many, the search ends before its budget: a small problem is exhausted by then.
constexpr int resignation = 500;
/// Nodes per second that a limit on nodes stands for (Game::nodes_per_second of linear regression).
constexpr std::int64_t standard_nodes_per_second = 6'000;
/// Multiplications that settling all deletions of one set may take.
constexpr double affordable_work = 3e8;
/// Gains that a thorough attack costs where a gain is a fit.
constexpr double gains_of_a_check = 1000.0;
/// Where attacks are slow, so many of the best sets are checked, or more if checks are cheap. One
/// of them is chosen, or a start.
constexpr std::size_t most_slow_checks = 4;
constexpr std::uint64_t search_stream = 7000;

Items swapped(const Items& set, const Swap& swap) {
  Items result = set;
  *std::ranges::find(result, swap.out) = swap.in;
  return result;
}

}  // namespace

RobustSearch::RobustSearch(const Objective& objective, const Problem& problem, const Run& run,
                           Items pool, Limits limits)
    : problem_(problem),
      run_(run),
      pool_(std::move(pool)),
      limits_(limits),
      scan_(make_game(objective, run, pool_)),
      judge_(scan_->sibling()),
      random_(run.seed(), search_stream) {}

bool RobustSearch::exhausted() {
  run_.check_stop();
  if (scan_->attacks() + judge_->attacks() >= limits_.attacks) return true;
  return limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline;
}

void RobustSearch::report() const {
  const std::int64_t before = BetaPath::progress_steps(problem_);  // of the starts
  const std::int64_t attacks = scan_->attacks() + judge_->attacks();
  run_.report({"robust-swap", before + std::min(attacks, limits_.attacks), before + limits_.attacks,
               archive_.empty() ? 0.0 : best().worst.value});
}

Judged RobustSearch::judge(Items set) {
  judge_->move_to(set);
  Deletion worst = strong_attack(*judge_, problem_.tau);
  return {std::move(set), std::move(worst)};
}

void RobustSearch::add_start(const Items& set, std::optional<Deletion> known) {
  Judged judged = known ? Judged{set, std::move(*known)} : judge(set);
  judged.start = true;
  remember(judged);
}

void RobustSearch::remember(const Judged& judged) {
  const bool known = std::ranges::any_of(
      archive_, [&](const Judged& other) { return same_items(other.set, judged.set); });
  if (known) return;
  const auto place = std::ranges::upper_bound(archive_, judged.worst.value, std::greater<>(),
                                              [](const Judged& j) { return j.worst.value; });
  archive_.insert(place, judged);
  if (archive_.size() <= archive_size) return;
  const auto last = std::ranges::find_if(std::views::reverse(archive_),
                                         [](const Judged& other) { return !other.start; });
  archive_.erase(std::next(last).base());
}

void RobustSearch::remember_killer(const Items& deleted) {
  std::erase_if(killers_, [&](const Items& known) { return same_items(known, deleted); });
  killers_.insert(killers_.begin(), deleted);
  if (killers_.size() > most_killers) killers_.pop_back();
}

/// The attack that succeeds moves to the front.
bool RobustSearch::survives_killers(const Swap& swap, double value) {
  for (std::size_t i = 0; i < killers_.size(); ++i) {
    if (greedy_min(*scan_, problem_.tau, killers_[i], value, &swap).value > value) continue;
    std::rotate(killers_.begin(), killers_.begin() + static_cast<std::ptrdiff_t>(i),
                killers_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return false;
  }
  return true;
}

bool RobustSearch::allows(const Items& set, const Swap& swap) const {
  return problem_.constraints.empty() || satisfies(problem_.constraints, swapped(set, swap));
}

Items RobustSearch::filled_up(Items set) const {
  if (!problem_.constraints.has_costs()) return set;
  const Objective& objective = scan_->objective();
  const auto allowed = [&] {
    return allowed_after(problem_.constraints, objective.size(), problem_.k, set);
  };
  Items candidates = allowed();
  if (candidates.empty()) return set;
  const auto state = objective.start_at(run_, set);
  for (; !candidates.empty(); candidates = allowed()) {
    const Item best = state->largest_gains(candidates, 1).front().item;
    state->add(best);
    set.push_back(best);
  }
  return set;
}

bool RobustSearch::survives_quick_attacks(const Swap& swap, double value) {
  return greedy_min(*scan_, problem_.tau, {}, value, &swap).value > value &&
         survives_killers(swap, value);
}

std::optional<Deletion> RobustSearch::attack_from_known(const Deletion& known, double stop_below) {
  if (known.items.empty()) return std::nullopt;
  std::vector<Items> all{known.items};
  all.insert(all.end(), killers_.begin(), killers_.end());
  auto worst = judge_->search_from_known(all, stop_below);
  if (worst) worst->adversary = "strong";
  return worst;
}

std::optional<Judged> RobustSearch::better_neighbour(const Judged& at) {
  const double bar = at.worst.value * (1.0 + least_rise);
  // Where every loss is a fit, greedy-min takes longer than the search by a model.
  const bool by_fits = scan_->objective().attack_cost() == AttackCost::refits;
  scan_->move_to(at.set);
  for (const Swap& swap : scan_->swaps(at.worst.items, pool_, bar)) {
    if (exhausted()) return std::nullopt;
    if (!allows(at.set, swap)) continue;
    if (!by_fits && !survives_quick_attacks(swap, bar)) continue;
    Items set = filled_up(swapped(at.set, swap));
    judge_->move_to(set);
    std::optional<Deletion> worst;
    if (by_fits) worst = attack_from_known(at.worst, bar);
    if (!worst) worst = strong_attack(*judge_, problem_.tau, bar);
    if (worst->value > bar) return Judged{std::move(set), *std::move(worst)};
    remember_killer(worst->items);
  }
  return std::nullopt;
}

void RobustSearch::climb(Judged& at) {
  while (auto better = better_neighbour(at)) {
    at = std::move(*better);
    remember(at);
    report();
  }
}

/// Swaps one to three random survivors for items whose bounds are among the better half.
Judged RobustSearch::perturb(const Judged& at) {
  scan_->move_to(at.set);
  const auto promising = scan_->swaps(at.worst.items, pool_, 0.9 * at.worst.value);
  Items set = at.set;
  const std::uint64_t count = 1 + random_.below(3);
  for (std::uint64_t done = 0; done < count && !promising.empty(); ++done) {
    // The better the bound, the more likely the swap.
    const double draw = random_.uniform();
    const auto which =
        static_cast<std::size_t>(draw * draw * static_cast<double>(promising.size()));
    const Swap& swap = promising[which];
    const bool possible = std::ranges::find(set, swap.out) != set.end() &&
                          std::ranges::find(set, swap.in) == set.end() && allows(set, swap);
    if (possible) set = swapped(set, swap);
  }
  return judge(filled_up(std::move(set)));
}

void RobustSearch::search() {
  Judged at = best();
  climb(at);
  int fails = 0;
  Judged home = at;
  int stale = 0;
  while (!exhausted() && stale < resignation) {
    const double before = best().worst.value;
    Judged next = perturb(home);
    climb(next);
    stale = best().worst.value > before ? 0 : stale + 1;
    const bool new_best = next.worst.value >= best().worst.value;
    if (next.worst.value > home.worst.value * (1.0 - slack)) home = next;
    fails = new_best ? 0 : fails + 1;
    if (fails < patience) continue;
    home = best();
    fails = 0;
  }
}

/// Trying all deletions costs the losses of all members for each choice of tau - 1.
double RobustSearch::work_of_settling(std::size_t members) const {
  const double deletions = count_deletions(members, problem_.tau);
  if (deletions > settled_deletions) return std::numeric_limits<double>::infinity();
  return scan_->is_quick() ? 0.0 : deletions * problem_.tau * scan_->objective().gain_cost();
}

Deletion RobustSearch::proven_worst(const Judged& judged, std::int64_t most_nodes) {
  if (judged.worst.proven) return judged.worst;
  if (work_of_settling(judged.set.size()) <= affordable_work) {
    Deletion worst = settle(*scan_->objective().start_at(run_, judged.set), problem_.tau);
    if (worst.value < judged.worst.value) return worst;
    Deletion same = judged.worst;
    same.proven = true;
    return same;
  }
  const std::int64_t nodes = most_nodes * judge_->nodes_per_second() / standard_nodes_per_second;
  judge_->move_to(judged.set);
  Deletion worst = judged.worst;
  if (nodes >= 2) {
    worst = judge_->prove(judged.worst, nodes);
    if (worst.value < judged.worst.value) worst.adversary = "exact";
  } else if (scan_->objective().gain_cost() * gains_of_a_check <= affordable_work) {
    // One node of many fits finds nothing. The search may have found its way into a gap of the
    // quick attacks.
    Deletion thorough = strong_attack(*judge_, problem_.tau, no_threshold, Effort::thorough);
    if (thorough.value < worst.value) worst = std::move(thorough);
  }
  return worst;
}

void RobustSearch::verify(std::int64_t most_nodes) {
  if (most_nodes <= 0) return;
  std::vector<Items> checked;
  const double affordable_checks =
      affordable_work / std::max(1.0, work_of_settling(static_cast<std::size_t>(problem_.k)));
  const auto most_checks = std::max<double>(most_slow_checks, affordable_checks);
  try {
    for (;;) {
      Judged top = best();
      const auto is_checked = [&](const Judged& judged) {
        return std::ranges::find(checked, judged.set) != checked.end();
      };
      if (is_checked(top)) return;
      if (!scan_->is_quick() && static_cast<double>(checked.size()) >= most_checks) {
        std::erase_if(archive_,
                      [&](const Judged& other) { return !other.start && !is_checked(other); });
        top = best();
        if (is_checked(top)) return;
      }
      checked.push_back(top.set);
      const double before = top.worst.value;
      top.worst = proven_worst(top, most_nodes);
      const bool fell = top.worst.value < before - TieRule::width(before, before);
      archive_.erase(archive_.begin());
      remember(top);
      if (!fell) return;
    }
  } catch (const NumericFailure&) {
    // A model that cannot be fitted on some of the deletions: the best set stays unproven.
  }
}

}  // namespace holdfast
