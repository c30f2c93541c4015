#include "holdfast/algorithms/beta_path.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "holdfast/adversaries/cascade.hpp"
#include "holdfast/algorithms/growth.hpp"
#include "holdfast/core/game.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// The greedy part of the path, which loses the items that the guard takes over.
class GreedyPart {
 public:
  GreedyPart(const Objective& objective, const Run& run)
      : objective_(objective), run_(run), left_(objective.all_items()) {}

  const std::vector<Chosen>& steps() const { return steps_; }

  /// The item is in the guard from now on. If greedy had chosen it, the choices after it are void.
  void give_up(Item item) {
    std::erase(left_, item);
    const auto place = std::ranges::find(steps_, item, &Chosen::item);
    if (place == steps_.end()) return;
    for (auto later = place + 1; later != steps_.end(); ++later) left_.push_back(later->item);
    std::ranges::sort(left_);
    steps_.erase(place, steps_.end());
    spent_ += state_->evaluations();
    state_ = nullptr;
  }

  /// Goes on until there are `count` choices.
  void grow_to(std::size_t count) {
    if (steps_.size() >= count) return;
    if (!state_) {
      state_ = objective_.start(run_);
      for (const auto& step : steps_) state_->add(step.item);
    }
    while (steps_.size() < count && !left_.empty()) {
      run_.check_stop();
      growth::take(*state_, left_, state_->largest_gains(left_, 1).front(), {Part::S1}, steps_);
    }
  }

  std::int64_t evaluations() const { return spent_ + (state_ ? state_->evaluations() : 0); }

 private:
  const Objective& objective_;
  const Run& run_;
  Items left_;
  std::vector<Chosen> steps_;
  std::unique_ptr<State> state_;
  std::int64_t spent_ = 0;
};

/// Under constraints a guard changes what greedy may choose, so the runs share nothing.
std::int64_t walk_constrained(const Objective& objective, const Problem& problem, const Run& run,
                              const std::function<void(const std::vector<Chosen>&)>& visit) {
  std::int64_t evaluations = 0;
  for (Item size = 0; size <= problem.k; ++size) {
    growth::Pool pool(objective, problem);
    std::vector<Chosen> steps;
    evaluations += growth::take_best_singletons(objective, run, pool, size, {Part::S0}, steps);
    const auto state = objective.start(run);
    while (!pool.empty()) {
      run.check_stop();
      const auto best = state->largest_gains(pool.next(), 1).front();
      growth::take(*state, pool, best, {Part::S1}, steps);
    }
    evaluations += state->evaluations();
    visit(steps);
  }
  return evaluations;
}

/// Gives `visit` the steps of each set of the path, the smallest guard first. Returns how many
/// evaluations the choices took.
std::int64_t walk_beta_path(const Objective& objective, const Problem& problem, const Run& run,
                            const std::function<void(const std::vector<Chosen>&)>& visit) {
  if (!problem.constraints.empty()) return walk_constrained(objective, problem, run, visit);
  const auto k = static_cast<std::size_t>(problem.k);
  Items everything = objective.all_items();
  std::vector<Chosen> guard;
  const std::int64_t singles =
      growth::take_best_singletons(objective, run, everything, problem.k, {Part::S0}, guard);
  GreedyPart greedy(objective, run);
  for (std::size_t size = 0; size <= k; ++size) {
    if (size > 0) greedy.give_up(guard[size - 1].item);
    greedy.grow_to(k - size);
    std::vector<Chosen> steps(guard.begin(), guard.begin() + static_cast<std::ptrdiff_t>(size));
    steps.insert(steps.end(), greedy.steps().begin(),
                 greedy.steps().begin() + static_cast<std::ptrdiff_t>(k - size));
    visit(steps);
  }
  return singles + greedy.evaluations();
}

/// A set of the path, and what greedy-min leaves of it: the judge leaves no more.
struct Stop {
  std::vector<Chosen> steps;
  Items set;
  double bound = std::numeric_limits<double>::infinity();
};

Items all_items_of(const std::vector<Stop>& stops) {
  Items items;
  for (const auto& stop : stops) items.insert(items.end(), stop.set.begin(), stop.set.end());
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

}  // namespace

Algorithm::Choice BetaPath::do_select(const Objective& objective, const Problem& problem,
                                      const Run& run) const {
  const Item total = progress_steps(problem);
  std::size_t done = 0;
  Choice choice;
  std::vector<Stop> stops;
  choice.evaluations =
      walk_beta_path(objective, problem, run, [&](const std::vector<Chosen>& steps) {
        growth::announce(name(), run, done++, total, 0.0);
        Stop& stop = stops.emplace_back();
        stop.steps = steps;
        for (const auto& step : steps) stop.set.push_back(step.item);
      });
  // One game for all: neighbours on the path differ by an item or two.
  const auto game = objective.game(run, all_items_of(stops));
  for (auto& stop : stops) {
    // Nothing to search for; constraints may have left fewer items than were asked for.
    if (problem.tau <= 0 || problem.tau >= std::ssize(stop.set)) continue;
    run.check_stop();
    game->move_to(stop.set);
    stop.bound = game->greedy_min(problem.tau, {}, Game::never).value;
  }
  // The most promising first: most others need no judge then.
  std::vector<std::size_t> order(stops.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return stops[i].bound; });
  std::size_t chosen = order.front();
  double best = Game::never;
  for (const std::size_t i : order) {
    growth::announce(name(), run, done++, total, std::max(best, 0.0));
    const double tie = best > 0.0 ? TieRule::width(best, best) : 0.0;
    if (stops[i].bound < best - tie) break;
    game->move_to(stops[i].set);
    // A tie goes to the smaller guard, so one that ties must be seen to the end.
    const double value = strike_hard(*game, problem.tau, best - 2.0 * tie).value;
    if (value > best + tie || (value >= best - tie && i < chosen)) {
      chosen = i;
      best = std::max(best, value);
    }
  }
  choice.steps = std::move(stops[chosen].steps);
  choice.evaluations += game->evaluations();
  return choice;
}

Item BetaPath::progress_steps(const Problem& problem) { return 2 * (problem.k + 1); }

}  // namespace holdfast
