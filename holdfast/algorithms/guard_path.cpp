#include "holdfast/algorithms/guard_path.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "holdfast/algorithms/guard_sets.hpp"
#include "holdfast/algorithms/guard_walk.hpp"
#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast::guard_path {
namespace {

/// A set of the path, and what greedy-min leaves of it: an upper bound on its worst case.
struct Stop {
  Item guard = 0;
  std::vector<Chosen> steps = {};
  Items set = {};
  Deletion known = {};  ///< infinite until there is one
  /// What `known` leaves; nothing is left of a set that there was no time to bound.
  double bound = std::numeric_limits<double>::infinity();

  void learn(Deletion deletion) {
    if (deletion.value < known.value) known = std::move(deletion);
    bound = known.value;
  }
};

Stop make_stop(Item guard, std::vector<Chosen> steps) {
  Stop stop{guard, std::move(steps)};
  for (const auto& step : stop.steps) stop.set.push_back(step.item);
  return stop;
}

/// 0, tau and k, then the others: every interval is halved before one is halved again.
std::vector<Item> sizes_in_order(Item k, Item tau) {
  std::vector<Item> sizes = {0, std::min(tau, k), k};
  Item step = 1;
  while (step < k) step *= 2;
  for (; step >= 1; step /= 2) {
    for (Item size = step; size < k; size += 2 * step) sizes.push_back(size);
  }
  std::vector<Item> once;
  for (const Item size : sizes) {
    if (std::ranges::find(once, size) == once.end()) once.push_back(size);
  }
  return once;
}

Items all_items_of(const std::vector<Stop>& stops) {
  Items items;
  for (const auto& stop : stops) items.insert(items.end(), stop.set.begin(), stop.set.end());
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

bool is_late(const Limits& limits) {
  return limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline;
}

/// Compares the sets of a path.
class Contest {
 public:
  Contest(std::vector<Stop> stops, const Objective& objective, Item tau, const Run& run,
          const Limits& limits)
      : stops_(std::move(stops)),
        tau_(tau),
        run_(run),
        limits_(limits),
        game_(make_game(objective, run, all_items_of(stops_))) {
    std::ranges::stable_sort(stops_, {}, &Stop::guard);
  }

  void run(const Announce& announce) {
    bound_all();
    std::vector<std::size_t> order(stops_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The most promising first: then most others can be skipped.
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t i) { return stops_[i].bound; });
    chosen_ = order.front();
    double best = no_threshold;
    for (const std::size_t i : order) {
      announce(std::max(best, 0.0));
      const double tie = best > 0.0 ? TieRule::width(best, best) : 0.0;
      if (stops_[i].bound < best - tie || (worst_ && is_over())) break;
      game_->move_to(stops_[i].set);
      // A tie goes to the smaller guard, so the attack on a tied set must run to its end.
      Deletion found = strong_attack(*game_, tau_, best - 2.0 * tie);
      stops_[i].learn(found);
      if (found.value > best + tie || (found.value >= best - tie && i < chosen_)) {
        chosen_ = i;
        best = std::max(best, found.value);
        worst_ = std::move(found);
      }
    }
  }

  void compare_by_greedy_min() {
    bound_all();
    choose_by_what_is_known();
  }

  /// After a stop request: if no set has been judged, the best by the deletions that are known.
  void choose_by_what_is_known() {
    if (worst_) return;
    double best = no_threshold;
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      const Deletion& known = stops_[i].known;
      if (known.value == unlimited || known.value <= best) continue;
      chosen_ = i;
      best = known.value;
      worst_ = known;
    }
  }

  Best best() {
    Best best;
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      const Item guard = stops_[i].guard;
      const bool basic = guard == 0 || guard == tau_ || i + 1 == stops_.size();
      if (basic && i != chosen_) best.basics.push_back({stops_[i].set, stops_[i].known});
    }
    best.steps = std::move(stops_[chosen_].steps);
    best.worst = std::move(worst_);
    best.evaluations = game_->evaluations();
    best.attacks = game_->attacks();
    return best;
  }

 private:
  bool is_over() const { return is_late(limits_) || game_->attacks() >= limits_.attacks; }

  /// One game for all: neighbours on the path differ by an item or two. What there is no time for
  /// comes last.
  void bound_all() {
    bool bounded = false;
    for (auto& stop : stops_) {
      // There is nothing to search for; constraints may have left fewer than k items.
      if (tau_ <= 0 || tau_ >= std::ssize(stop.set)) continue;
      run_.check_stop();
      if (bounded && is_late(limits_)) {
        stop.bound = no_threshold;
        continue;
      }
      game_->move_to(stop.set);
      Deletion found = greedy_min(*game_, tau_);
      found.adversary = "greedy-min";
      stop.learn(std::move(found));
      bounded = true;
    }
  }

  std::vector<Stop> stops_;
  Item tau_;
  const Run& run_;
  const Limits& limits_;
  std::unique_ptr<Game> game_;
  std::size_t chosen_ = 0;
  std::optional<Deletion> worst_;
};

/// Multiplications of the runs so far. Where a gain is a fit, most candidates are ruled out by
/// bounds and not counted as evaluations.
double work_of(const GuardWalk& path, std::size_t runs, const Objective& objective, Item k) {
  double work = static_cast<double>(path.evaluations()) * objective.gain_cost();
  if (objective.attack_cost() == AttackCost::refits)
    work += static_cast<double>(runs) * k * objective.size() * objective.bound_cost();
  return work;
}

bool is_over(const Limits& limits, double work, double greedy_work) {
  return is_late(limits) || work > std::max(limits.work, limits.greedy_runs * greedy_work);
}

}  // namespace

Best walk(const Objective& objective, const Problem& problem, const Run& run, const Limits& limits,
          const Announce& announce) {
  std::vector<Stop> stops;
  std::optional<GuardWalk> path;
  double greedy_work = 0.0;
  bool interrupted = false;
  const auto stop_here = [&] {
    if (!limits.keep_if_interrupted) throw;
    run.acknowledge_stop();
    interrupted = true;
  };
  constexpr std::size_t basics = 3;
  try {
    path.emplace(objective, problem, run);
    std::size_t guards = 0;
    for (const Item guard : sizes_in_order(problem.k, problem.tau)) {
      const double work = work_of(*path, guards, objective, problem.k);
      if (guards == 1) greedy_work = work;
      if (guards >= basics && is_over(limits, work, greedy_work)) break;
      ++guards;
      for (auto& steps : path->steps(guard)) stops.push_back(make_stop(guard, std::move(steps)));
      announce(0.0);
    }
  } catch (const Interrupted&) {
    stop_here();
    if (!path) path.emplace(objective, problem, run);
    if (stops.empty()) stops.push_back(make_stop(problem.k, path->unfinished_steps()));
    if (stops.size() > basics) stops.resize(basics);
  }
  Contest contest(std::move(stops), objective, problem.tau, run, limits);
  try {
    if (interrupted) {
      contest.compare_by_greedy_min();
    } else {
      contest.run(announce);
    }
  } catch (const Interrupted&) {
    stop_here();
    contest.choose_by_what_is_known();
  }
  Best best = contest.best();
  best.evaluations += path->evaluations();
  best.greedy_work = greedy_work;
  best.interrupted = interrupted;
  return best;
}

std::vector<Best> sweep(const Objective& objective, std::span<const Item> ks, Item tau,
                        const Run& run, const Announce& announce, GuardSets& sets) {
  sets.make(objective, run, [&] { announce(0.0); });
  std::vector<Best> found;
  const Limits none;
  for (const Item k : ks) {
    std::vector<Stop> stops;
    for (Item guard = 0; guard <= k; ++guard) {
      const auto& steps = sets.steps(guard);
      stops.push_back(make_stop(guard, {steps.begin(), steps.begin() + k}));
    }
    Contest contest(std::move(stops), objective, tau, run, none);
    contest.run(announce);
    found.push_back(contest.best());
    found.back().evaluations += sets.evaluations();
  }
  return found;
}

}  // namespace holdfast::guard_path
