#include "holdfast/algorithms/robust_swap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/algorithms/robust_search.hpp"
#include "holdfast/core/errors.hpp"

namespace holdfast {
namespace {

/// The matrices of more items would not fit into the cache, and soon not into memory.
constexpr std::size_t largest_pool = 3000;

/// The items that swaps may bring in: all, or, if there are too many, those of largest singleton
/// value and those of the starting sets.
Items pool_of(const Objective& objective, const Problem& problem, const Run& run,
              const std::vector<Items>& starts) {
  Items left = allowed_after(problem.constraints, objective.size(), problem.k, {});
  if (left.size() <= largest_pool) return left;
  std::vector<Chosen> best;
  greedy_steps::take_best_singletons(objective, run, left, static_cast<Item>(largest_pool), {},
                                     best);
  Items pool;
  for (const auto& chosen : best) pool.push_back(chosen.item);
  for (const auto& start : starts) pool.insert(pool.end(), start.begin(), start.end());
  std::ranges::sort(pool);
  pool.erase(std::unique(pool.begin(), pool.end()), pool.end());
  return pool;
}

/// Keeps the steps of the guard whose items are still in the set; orders the other items as greedy
/// takes them, with their gains. Returns the State at the other items.
std::unique_ptr<State> order_steps(const Objective& objective, const Run& run, const Items& set,
                                   const std::vector<Chosen>& origin, std::vector<Chosen>& steps) {
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

}  // namespace

RobustSwap::RobustSwap(Options options) : options_(options) {
  if (options.budget < 0 || options.proof_nodes < 0) {
    throw std::invalid_argument(fmt::format("a budget must be 0 or more, got {}",
                                            std::min(options.budget, options.proof_nodes)));
  }
  if (!(options.seconds >= 0.0) || !std::isfinite(options.seconds)) {
    throw std::invalid_argument(
        fmt::format("seconds must be finite and 0 or more, got {}", options.seconds));
  }
}

Algorithm::Choice RobustSwap::do_select(const Objective& objective, const Problem& problem,
                                        const Run& run) const {
  return search_from(BetaPath().select(objective, problem, run), objective, problem, run);
}

std::vector<Algorithm::Choice> RobustSwap::do_sweep(const Objective& objective,
                                                    std::span<const Item> ks, Item tau,
                                                    const Run& run) const {
  const auto paths = BetaPath().sweep(objective, ks, tau, run);
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < ks.size(); ++i) {
    choices.push_back(search_from(paths[i], objective, {ks[i], tau}, run));
    // A single choice can return the best so far; in a sweep the remaining choices would be
    // missing.
    if (!choices.back().stopped.empty()) throw Interrupted();
  }
  return choices;
}

Algorithm::Choice RobustSwap::search_from(const Selection& path, const Objective& objective,
                                          const Problem& problem, const Run& run) const {
  Choice choice;
  std::vector<Items> starts;
  std::vector<Chosen> origin;
  const auto add = [&](const std::vector<Chosen>& steps) {
    Items set;
    for (const auto& step : steps) set.push_back(step.item);
    starts.push_back(std::move(set));
    origin.insert(origin.end(), steps.begin(), steps.end());
  };
  add(path.steps);
  choice.evaluations = path.evaluations;
  const bool nothing_to_swap = problem.tau == 0 || problem.tau >= problem.k || problem.k == 0 ||
                               problem.k >= objective.size();
  if (nothing_to_swap) {
    choice.steps = path.steps;
    choice.worst = path.worst;
    return choice;
  }
  const ProGreedy pro_greedy;
  if (pro_greedy.feasible(problem)) {
    const Run::Silence progress_of_its_own(run);
    const Selection guarded = pro_greedy.select(objective, problem, run);
    choice.evaluations += guarded.evaluations;
    add(guarded.steps);
  }
  RobustSearch search(objective, problem, run, pool_of(objective, problem, run, starts),
                      {options_.budget, options_.seconds});
  for (const auto& start : starts) search.add_start(start);
  search.search();
  search.verify(options_.proof_nodes);
  if (search.interrupted()) {
    run.acknowledge_stop();
    choice.stopped = "interrupted: the best so far";
  }
  choice.evaluations += search.evaluations();
  choice.worst = search.best().worst;
  choice.state = order_steps(objective, run, search.best().set, origin, choice.steps);
  return choice;
}

}  // namespace holdfast
