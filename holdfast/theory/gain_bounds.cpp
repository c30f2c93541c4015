#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/theory/optimum_bounds.hpp"

namespace holdfast::theory {
namespace {

double sum_of_largest(std::vector<double> gains, Item count) {
  const auto kept = std::min<std::ptrdiff_t>(count, std::ssize(gains));
  std::partial_sort(gains.begin(), gains.begin() + kept, gains.end(), std::greater<>());
  return std::accumulate(gains.begin(), gains.begin() + kept, 0.0,
                         [](double sum, double gain) { return sum + std::max(gain, 0.0); });
}

/// What one greedy run over V \ E shows.
struct Walk {
  OptimumBound bound;
  Items order;                 ///< greedy's l items
  std::vector<double> losses;  ///< of each of them from all of them
};

class Walks {
 public:
  Walks(const Objective& objective, Item left, double gamma, const Run& run)
      : objective_(objective), left_(left), gamma_(gamma), run_(run) {}

  /// At most one gain of each item per step; a walk goes on while its bound may still fall.
  Walk without(Items deleted) const {
    std::ranges::sort(deleted);
    Items candidates = others(objective_, deleted);
    Walk walk;
    const auto state = objective_.start(run_);
    double least = std::numeric_limits<double>::infinity();
    const std::int64_t steps = 2 * std::int64_t{left_};
    for (std::int64_t step = 0; step <= steps && !candidates.empty(); ++step) {
      run_.check_stop();
      run_.report({"certify", step, steps, state->value()});
      const auto gains = state->gains(candidates);
      least = std::min(least, state->value() + sum_of_largest(gains, left_) / gamma_);
      if (step == left_) remember(*state, walk);
      if (state->value() >= least) break;
      const Item next = largest_scores(candidates, gains, 1, state->value()).front().item;
      state->add(next);
      std::erase(candidates, next);
    }
    if (candidates.empty()) least = std::min(least, state->value());
    if (walk.order.empty()) remember(*state, walk);
    walk.bound = {least, "gains", std::move(deleted)};
    return walk;
  }

 private:
  static void remember(State& state, Walk& walk) {
    walk.order = state.items();
    walk.losses = state.losses();
  }

  const Objective& objective_;
  Item left_;
  double gamma_;
  const Run& run_;
};

Items first(const Items& order, Item count) {
  return {order.begin(), order.begin() + std::min<std::ptrdiff_t>(count, std::ssize(order))};
}

/// The items of a walk that the others can replace least.
Items irreplaceable(const Walk& walk, Item count) {
  Items chosen;
  for (const Scored& scored :
       largest_scores(walk.order, walk.losses, static_cast<std::size_t>(count), 0.0))
    chosen.push_back(scored.item);
  return chosen;
}

}  // namespace

std::vector<OptimumBound> bounds_by_gains(const Objective& objective, const Problem& problem,
                                          double gamma, const Run& run) {
  const Item left = std::min(problem.k - problem.tau, objective.size());
  const Walks walks(objective, left, gamma, run);
  const Walk plain = walks.without({});
  std::vector<OptimumBound> bounds{plain.bound};
  if (problem.tau == 0) return bounds;
  bounds.push_back(walks.without(first(plain.order, problem.tau)).bound);
  // Deletes what is hardest to replace, a few items at a time: each round sees how greedy reacts.
  constexpr Item rounds = 4;
  Items deleted;
  Walk walk = plain;
  for (Item round = 0; round < rounds && std::ssize(deleted) < problem.tau; ++round) {
    const auto missing = static_cast<Item>(problem.tau - std::ssize(deleted));
    const Item now = (missing + rounds - round - 1) / (rounds - round);
    for (const Item item : irreplaceable(walk, now)) deleted.push_back(item);
    walk = walks.without(deleted);
  }
  bounds.push_back(walk.bound);
  return bounds;
}

}  // namespace holdfast::theory
