#include "holdfast/algorithms/robust_walk.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/strong_attack.hpp"
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
/// Where attacks are quick, comparing all swaps takes as long as so many for each item of the pool.
/// Elsewhere it counts as attacks.
constexpr std::int64_t quick_attacks_per_item = 2;

Items swapped(const Items& set, const Swap& swap) {
  Items result = set;
  *std::ranges::find(result, swap.out) = swap.in;
  return result;
}

}  // namespace

void Archive::remember(const Judged& judged) {
  const bool known = std::ranges::any_of(
      sets_, [&](const Judged& other) { return same_items(other.set, judged.set); });
  if (known) return;
  const auto place = std::ranges::upper_bound(sets_, judged.worst.value, std::greater<>(),
                                              [](const Judged& j) { return j.worst.value; });
  sets_.insert(place, judged);
  if (sets_.size() <= archive_size) return;
  const auto last = std::ranges::find_if(std::views::reverse(sets_),
                                         [](const Judged& other) { return !other.start; });
  sets_.erase(std::next(last).base());
}

RobustWalk::RobustWalk(std::unique_ptr<Game> scan, const Problem& problem, const Items& pool,
                       const Run& run, std::uint64_t stream)
    : problem_(problem),
      pool_(pool),
      run_(run),
      scan_(std::move(scan)),
      judge_(scan_->sibling(run)),
      random_(run.seed(), stream) {}

bool RobustWalk::exhausted() {
  run_.check_stop();
  if (attacks() >= limits_.attacks) return true;
  return limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline;
}

std::int64_t RobustWalk::work() const {
  const std::int64_t per_scan = scan_->is_quick() ? quick_attacks_per_item * std::ssize(pool_) : 0;
  return attacks() + per_scan * scans_;
}

Judged RobustWalk::judge(Items set) {
  judge_->move_to(set);
  Deletion worst = strong_attack(*judge_, problem_.tau);
  return {std::move(set), std::move(worst)};
}

void RobustWalk::learn(const Archive& found) {
  const bool better = archive_.empty() || found.best().worst.value > archive_.best().worst.value;
  for (const Judged& judged : found.sets()) archive_.remember(judged);
  if (better) stale_ = 0;
}

void RobustWalk::remember_killer(const Items& deleted) {
  std::erase_if(killers_, [&](const Items& known) { return same_items(known, deleted); });
  killers_.insert(killers_.begin(), deleted);
  if (killers_.size() > most_killers) killers_.pop_back();
}

/// The attack that succeeds moves to the front.
bool RobustWalk::survives_killers(const Swap& swap, double value) {
  for (std::size_t i = 0; i < killers_.size(); ++i) {
    if (greedy_min(*scan_, problem_.tau, killers_[i], value, &swap).value > value) continue;
    std::rotate(killers_.begin(), killers_.begin() + static_cast<std::ptrdiff_t>(i),
                killers_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return false;
  }
  return true;
}

bool RobustWalk::allows(const Items& set, const Swap& swap) const {
  return problem_.constraints.empty() || satisfies(problem_.constraints, swapped(set, swap));
}

Items RobustWalk::filled_up(Items set) const {
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

bool RobustWalk::survives_quick_attacks(const Swap& swap, double value) {
  return greedy_min(*scan_, problem_.tau, {}, value, &swap).value > value &&
         survives_killers(swap, value);
}

std::optional<Deletion> RobustWalk::attack_from_known(const Deletion& known, double stop_below) {
  if (known.items.empty()) return std::nullopt;
  std::vector<Items> all{known.items};
  all.insert(all.end(), killers_.begin(), killers_.end());
  auto worst = judge_->search_from_known(all, stop_below);
  if (worst) worst->adversary = "strong";
  return worst;
}

std::vector<Swap> RobustWalk::swaps_from(const Judged& at, double floor) {
  ++scans_;
  scan_->move_to(at.set);
  return scan_->swaps(at.worst.items, pool_, floor);
}

std::optional<Judged> RobustWalk::better_neighbour(const Judged& at) {
  const double bar = at.worst.value * (1.0 + least_rise);
  // Where every loss is a fit, greedy-min takes longer than the search by a model.
  const bool by_fits = scan_->objective().attack_cost() == AttackCost::refits;
  for (const Swap& swap : swaps_from(at, bar)) {
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

bool RobustWalk::rises(Judged& at) {
  auto better = better_neighbour(at);
  if (!better) return false;
  at = *std::move(better);
  archive_.remember(at);
  if (on_rise) on_rise();
  return true;
}

/// Swaps one to three random survivors for items whose bounds are among the better half.
Judged RobustWalk::perturb(const Judged& at) {
  const auto promising = swaps_from(at, 0.9 * at.worst.value);
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

void RobustWalk::begin_restart() {
  best_before_ = archive_.best().worst.value;
  climbing_ = perturb(*home_);
}

void RobustWalk::end_restart() {
  Judged next = *std::exchange(climbing_, std::nullopt);
  const double best = archive_.best().worst.value;
  stale_ = best > best_before_ ? 0 : stale_ + 1;
  fails_ = next.worst.value >= best ? 0 : fails_ + 1;
  if (next.worst.value > home_->worst.value * (1.0 - slack)) home_ = std::move(next);
  if (fails_ < patience) return;
  home_ = archive_.best();
  fails_ = 0;
}

void RobustWalk::walk(const Limits& limits) {
  limits_ = limits;
  if (!home_) {
    Judged at = archive_.best();
    while (rises(at)) continue;
    home_ = std::move(at);
  }
  while (!exhausted() && stale_ < limits_.stale && work() < limits_.enough) {
    if (!climbing_) begin_restart();
    if (!rises(*climbing_)) end_restart();
  }
}

bool RobustWalk::ended() { return exhausted() || stale_ >= limits_.stale; }

}  // namespace holdfast
