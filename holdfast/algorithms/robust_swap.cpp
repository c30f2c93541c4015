#include "holdfast/algorithms/robust_swap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/algorithms/guard_path.hpp"
#include "holdfast/algorithms/robust_search.hpp"
#include "holdfast/algorithms/saturate.hpp"
#include "holdfast/core/best_so_far.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

using Clock = std::chrono::steady_clock;

/// About how many multiplications a second does.
constexpr double work_per_second = 1e9;
/// Multiplications of a greedy-min attack, per member and deletion, where attacks are quick.
constexpr double work_of_a_quick_step = 3.0;
/// Gains that one deletion of an attack costs elsewhere; where a gain is a fit, so is a deletion.
constexpr double gains_of_a_slow_step = 5.0;
constexpr double gains_of_a_refit = 0.45;

/// The matrices of more items would not fit into the cache, and soon not into memory.
constexpr std::size_t largest_pool = 3000;
/// Of more items than that, a limited search looks at so many: making the matrices must not take
/// longer than the search.
constexpr Item limited_pool = 400;

/// The items that swaps may bring in: all, or, if there are too many, those of largest singleton
/// value and those of the starting sets.
Items pool_of(const Objective& objective, const Problem& problem, const Run& run,
              const guard_path::Best& path, const std::vector<Chosen>& origin, bool limited) {
  Items left = allowed_after(problem.constraints, objective.size(), problem.k, {});
  if (left.size() <= largest_pool) return left;
  std::vector<Chosen> best;
  greedy_steps::take_best_singletons(
      objective, run, left, limited ? limited_pool : static_cast<Item>(largest_pool), {}, best);
  Items pool;
  for (const auto& chosen : best) pool.push_back(chosen.item);
  for (const auto& chosen : origin) pool.push_back(chosen.item);
  for (const auto& basic : path.basics) pool.insert(pool.end(), basic.set.begin(), basic.set.end());
  std::ranges::sort(pool);
  pool.erase(std::unique(pool.begin(), pool.end()), pool.end());
  return pool;
}

/// Keeps the steps of the guard whose items are still in the set; orders the other items as greedy
/// takes them, with their gains. Returns the State at the other items.
std::unique_ptr<State> order_steps(const Objective& objective, const Run& run, const Items& set,
                                   const std::vector<Chosen>& origin, std::vector<Chosen>& steps) {
  steps.clear();
  Items others;
  for (const Item item : set) {
    const auto known = std::ranges::find(origin, item, &Chosen::item);
    if (known != origin.end() && known->part == Part::S0) {
      steps.push_back(*known);
    } else {
      others.push_back(item);
    }
  }
  std::ranges::sort(others);
  auto state = objective.start(run);
  while (!others.empty()) {
    greedy_steps::take(*state, others, state->largest_gains(others, 1).front(), {Part::S1}, steps);
  }
  return state;
}

Items items_of(const std::vector<Chosen>& steps) {
  Items items;
  for (const auto& step : steps) items.push_back(step.item);
  return items;
}

/// A small part of the value can be a large part of the cost, which is why medians are swapped even
/// if nothing is lost.
bool can_swap(const Objective& objective, const Problem& problem) {
  const bool pays = problem.tau > 0 || greedy_may_stall(objective) || objective.cost(0.0);
  return pays && problem.tau < problem.k && problem.k < objective.size();
}

/// What other algorithms choose, where they are quick: pro-greedy if its buckets fit into k, and
/// saturate where greedy may stall.
std::vector<std::vector<Chosen>> other_choices(const Objective& objective, const Problem& problem,
                                               const Run& run, std::int64_t& evaluations) {
  std::vector<std::vector<Chosen>> choices;
  const auto ask = [&](const Algorithm& algorithm) {
    const Run::Silence progress_of_its_own(run);
    Selection chosen = algorithm.select(objective, problem, run);
    evaluations += chosen.evaluations;
    choices.push_back(std::move(chosen.steps));
  };
  if (const ProGreedy pro_greedy; pro_greedy.feasible(problem)) ask(pro_greedy);
  if (greedy_may_stall(objective)) ask(Saturate());
  return choices;
}

/// The best set of the path, its basic ones, and those of other algorithms.
void add_starts(RobustSearch& search, const guard_path::Best& path,
                const std::vector<std::vector<Chosen>>& others) {
  const double best = path.worst->value;
  search.add_start(items_of(path.steps), path.worst);
  for (const auto& [set, worst] : path.basics) {
    // An upper bound suffices where it is below the best; what was not compared is judged now.
    const bool is_below = worst.value < best - TieRule::width(best, best);
    search.add_start(set, is_below ? std::optional(worst) : std::nullopt);
  }
  for (const auto& other : others) search.add_start(items_of(other));
}

/// Whether even the worst deletion leaves the largest possible value. Then no set is better, and
/// others that reach it differ by rounding only.
bool is_perfect(const Objective& objective, const std::optional<Deletion>& worst) {
  const auto largest = objective.largest_value();
  return largest && worst && worst->value >= *largest * (1.0 - 1e-10);
}

/// A limit of centuries would overflow the clock.
std::optional<Clock::time_point> deadline_in(double seconds) {
  if (seconds <= 0.0) return std::nullopt;
  const std::chrono::duration<double> span(std::min(seconds, 1e9));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(span);
}

/// Multiplications of one deletion of an attack.
double work_of_a_step(const Objective& objective, const Problem& problem) {
  const double gain = std::max(1.0, objective.gain_cost());
  switch (objective.attack_cost()) {
    case AttackCost::microseconds: return work_of_a_quick_step * problem.k;
    case AttackCost::refits: return gains_of_a_refit * gain;
    case AttackCost::updates: break;
  }
  return gains_of_a_slow_step * gain;
}

/// How many attacks take about a second, or as long as a greedy run if that is longer; part of one
/// where attacks are fits.
std::int64_t default_attacks(const Objective& objective, const Problem& problem,
                             double greedy_work) {
  // Where an attack is fits, scans of swaps cost as much again, which no attack counts.
  const bool fits = objective.attack_cost() == AttackCost::refits;
  const double work = std::max(work_per_second, fits ? 0.7 * greedy_work : greedy_work);
  const double attacks =
      work / (work_of_a_step(objective, problem) * std::max<Item>(1, problem.tau));
  return static_cast<std::int64_t>(std::clamp(attacks, 100.0, 1e6));
}

/// Limits of the path where it is limited at all: about a second, or two greedy runs.
guard_path::Limits path_limits(bool limited, const Objective& objective, const Problem& problem,
                               std::optional<Clock::time_point> deadline) {
  guard_path::Limits limits;
  limits.deadline = deadline;
  limits.keep_if_interrupted = true;
  if (limited) {
    limits.work = work_per_second;
    limits.greedy_runs = 2.0;
    limits.attacks = default_attacks(objective, problem, 0.0);
  }
  return limits;
}

}  // namespace

RobustSwap::RobustSwap(Options options) : options_(options) {
  if (options.budget < 0 || options.proof_nodes < 0) {
    throw std::invalid_argument(fmt::format("a budget must be 0 or more, got {}",
                                            std::min(options.budget, options.proof_nodes)));
  }
  if (options.walks < 1 || options.walks > most_walks) {
    throw std::invalid_argument(
        fmt::format("walks must be from 1 to {}, got {}", most_walks, options.walks));
  }
  if (!(options.seconds >= 0.0) || !std::isfinite(options.seconds)) {
    throw std::invalid_argument(
        fmt::format("seconds must be finite and 0 or more, got {}", options.seconds));
  }
}

Algorithm::Choice RobustSwap::do_select(const Objective& objective, const Problem& problem,
                                        const Run& run) const {
  const auto deadline = deadline_in(options_.seconds);
  std::size_t done = 0;
  auto path = guard_path::walk(
      objective, problem, run, path_limits(options_.limited_path, objective, problem, deadline),
      [&](double value) {
        greedy_steps::announce(name(), run, done++, BetaPath::progress_steps(problem), value);
      });
  return search_from(std::move(path), objective, problem, run, deadline);
}

std::vector<Algorithm::Choice> RobustSwap::do_sweep(const Objective& objective,
                                                    std::span<const Item> ks, Item tau,
                                                    const Run& run) const {
  auto paths = guard_path::sweep(
      objective, ks, tau, run, [&](double) { run.check_stop(); }, *sets_for(ks));
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < ks.size(); ++i) {
    const auto deadline = deadline_in(options_.seconds);
    choices.push_back(search_from(std::move(paths[i]), objective, {ks[i], tau}, run, deadline));
    // A single choice can return the best so far; in a sweep the remaining choices would be
    // missing.
    if (!choices.back().stopped.empty()) throw Interrupted();
  }
  return choices;
}

Algorithm::Choice RobustSwap::search_from(guard_path::Best path, const Objective& objective,
                                          const Problem& problem, const Run& run,
                                          std::optional<Clock::time_point> deadline) const {
  Choice choice;
  choice.evaluations = path.evaluations;
  std::vector<Chosen> origin = path.steps;
  std::optional<RobustSearch> search;
  bool finished = !path.interrupted;
  if (finished && can_swap(objective, problem) && !is_perfect(objective, path.worst)) {
    finished = done_unless_stopped(run, [&] {
      std::vector<std::vector<Chosen>> others;
      if (path.greedy_work <= work_per_second)
        others = other_choices(objective, problem, run, choice.evaluations);
      for (const auto& other : others) origin.insert(origin.end(), other.begin(), other.end());
      RobustSearch::Limits limits{.attacks = options_.budget, .deadline = deadline};
      limits.attacks = std::max<std::int64_t>(1, limits.attacks - path.attacks);
      if (options_.budget == 0) {
        // A path that was dear to compare must not leave the search without a budget.
        const auto planned = default_attacks(objective, problem, path.greedy_work);
        limits.attacks = std::max(planned / 2, planned - path.attacks);
      }
      search.emplace(objective, problem, run,
                     pool_of(objective, problem, run, path, origin, options_.limited_path), limits,
                     static_cast<std::size_t>(options_.walks));
      add_starts(*search, path, others);
      search->search();
      search->verify(options_.proof_nodes);
    });
  }
  if (search) {
    choice.evaluations += search->evaluations();
    choice.worst = search->best().worst;
    finished &= done_in_any_case(run, [&] {
      choice.state = order_steps(objective, run, search->best().set, origin, choice.steps);
    });
  } else {
    choice.steps = std::move(path.steps);
    choice.worst = std::move(path.worst);
  }
  if (!finished) choice.stopped = stopped_by_request;
  return choice;
}

}  // namespace holdfast
