#include "holdfast/algorithms/beta_path.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// A set of the path, and what greedy-min leaves of it: an upper bound on its worst case.
struct Stop {
  explicit Stop(std::vector<Chosen> the_steps) : steps(std::move(the_steps)) {
    for (const auto& step : steps) set.push_back(step.item);
  }

  std::vector<Chosen> steps;
  Items set;
  double bound = std::numeric_limits<double>::infinity();
};

/// The sets of the path, the smallest guard first.
struct Path {
  std::vector<Stop> stops;
  std::int64_t evaluations = 0;
};

using Announce = std::function<void()>;

/// Under constraints a guard changes what greedy may choose, so the runs share nothing.
Path walk_constrained(const Objective& objective, const Problem& problem, const Run& run,
                      const Announce& announce) {
  Path path;
  for (Item size = 0; size <= problem.k; ++size) {
    greedy_steps::CandidatePool pool(objective, problem);
    std::vector<Chosen> steps;
    path.evaluations +=
        greedy_steps::take_best_singletons(objective, run, pool, size, {Part::S0}, steps);
    const auto state = objective.start(run);
    while (!pool.empty()) {
      run.check_stop();
      const auto best = state->largest_gains(pool.next(), 1).front();
      greedy_steps::take(*state, pool, best, {Part::S1}, steps);
    }
    path.evaluations += state->evaluations();
    path.stops.emplace_back(std::move(steps));
    announce();
  }
  return path;
}

/// The paths for all of these k, found in one walk along the path of the largest.
std::vector<Path> walk(const Objective& objective, std::span<const Item> ks, const Run& run,
                       const Announce& announce) {
  const Item largest = *std::ranges::max_element(ks);
  Items everything = objective.all_items();
  std::vector<Chosen> guard;
  std::int64_t evaluations =
      greedy_steps::take_best_singletons(objective, run, everything, largest, {Part::S0}, guard);
  std::vector<Path> paths(ks.size());
  Items outside = objective.all_items();
  for (Item size = 0; size <= largest; ++size) {
    if (size > 0) std::erase(outside, guard[static_cast<std::size_t>(size) - 1].item);
    // A fresh start for every guard: greedy begins with the best single item left, which is the
    // next item of the guard.
    const auto state = objective.start(run);
    Items left = outside;
    std::vector<Chosen> greedy;
    while (std::ssize(greedy) < largest - size) {
      run.check_stop();
      greedy_steps::take(*state, left, state->largest_gains(left, 1).front(), {Part::S1}, greedy);
    }
    evaluations += state->evaluations();
    for (std::size_t i = 0; i < ks.size(); ++i) {
      if (size > ks[i]) continue;
      std::vector<Chosen> steps(guard.begin(), guard.begin() + size);
      steps.insert(steps.end(), greedy.begin(), greedy.begin() + (ks[i] - size));
      paths[i].stops.emplace_back(std::move(steps));
    }
    announce();
  }
  for (Path& path : paths) path.evaluations = evaluations;
  return paths;
}

Items all_items_of(const std::vector<Stop>& stops) {
  Items items;
  for (const auto& stop : stops) items.insert(items.end(), stop.set.begin(), stop.set.end());
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

/// The best set of a path under the judge, its worst deletion, and the evaluations that the
/// comparison took.
struct Best {
  std::vector<Chosen> steps;
  Deletion worst;
  std::int64_t evaluations = 0;
};

/// `announce` is called with the worst case of the best set so far.
Best best_of(std::vector<Stop> stops, const Objective& objective, Item tau, const Run& run,
             const std::function<void(double)>& announce) {
  // One game for all: neighbours on the path differ by an item or two.
  const auto game = make_game(objective, run, all_items_of(stops));
  for (auto& stop : stops) {
    // There is nothing to search for; constraints may have left fewer than k items.
    if (tau <= 0 || tau >= std::ssize(stop.set)) continue;
    run.check_stop();
    game->move_to(stop.set);
    stop.bound = greedy_min(*game, tau).value;
  }
  // The most promising first: then most others can be skipped.
  std::vector<std::size_t> order(stops.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return stops[i].bound; });
  std::size_t chosen = order.front();
  double best = no_threshold;
  Deletion worst;
  for (const std::size_t i : order) {
    announce(std::max(best, 0.0));
    const double tie = best > 0.0 ? TieRule::width(best, best) : 0.0;
    if (stops[i].bound < best - tie) break;
    game->move_to(stops[i].set);
    // A tie goes to the smaller guard, so the attack on a tied set must run to its end.
    Deletion found = strong_attack(*game, tau, best - 2.0 * tie);
    if (found.value > best + tie || (found.value >= best - tie && i < chosen)) {
      chosen = i;
      best = std::max(best, found.value);
      worst = std::move(found);
    }
  }
  return {std::move(stops[chosen].steps), std::move(worst), game->evaluations()};
}

}  // namespace

Algorithm::Choice BetaPath::do_select(const Objective& objective, const Problem& problem,
                                      const Run& run) const {
  if (problem.constraints.empty())
    return std::move(do_sweep(objective, std::span(&problem.k, 1), problem.tau, run).front());
  const Item total = progress_steps(problem);
  std::size_t done = 0;
  Path path = walk_constrained(objective, problem, run,
                               [&] { greedy_steps::announce(name(), run, done++, total, 0.0); });
  Best best = best_of(std::move(path.stops), objective, problem.tau, run, [&](double value) {
    greedy_steps::announce(name(), run, done++, total, value);
  });
  return {std::move(best.steps),
          path.evaluations + best.evaluations,
          nullptr,
          {},
          std::move(best.worst)};
}

std::vector<Algorithm::Choice> BetaPath::do_sweep(const Objective& objective,
                                                  std::span<const Item> ks, Item tau,
                                                  const Run& run) const {
  Item total = *std::ranges::max_element(ks) + 1;
  for (const Item k : ks) total += k + 1;
  std::size_t done = 0;
  const auto announce = [&](double value) {
    greedy_steps::announce(name(), run, done++, total, value);
  };
  std::vector<Path> paths = walk(objective, ks, run, [&] { announce(0.0); });
  std::vector<Choice> choices;
  for (Path& path : paths) {
    Best best = best_of(std::move(path.stops), objective, tau, run, announce);
    choices.push_back({std::move(best.steps),
                       path.evaluations + best.evaluations,
                       nullptr,
                       {},
                       std::move(best.worst)});
  }
  return choices;
}

Item BetaPath::progress_steps(const Problem& problem) { return 2 * (problem.k + 1); }

}  // namespace holdfast
