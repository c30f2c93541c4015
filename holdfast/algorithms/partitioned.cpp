#include "holdfast/algorithms/partitioned.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

std::size_t number_of_parts(std::int64_t wanted, std::size_t items, Item k) {
  if (wanted > 0) return std::min(static_cast<std::size_t>(wanted), std::max<std::size_t>(items, 1));
  const double balanced = std::sqrt(static_cast<double>(items) / std::max(1, k));
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(balanced)));
}

/// The same problem where only these items may be chosen.
Problem among(Problem problem, const Objective& objective, Items items) {
  std::ranges::sort(items);
  auto& must_not = problem.constraints.must_not;
  must_not.clear();
  std::ranges::set_difference(objective.all_items(), items, std::back_inserter(must_not));
  return problem;
}

}  // namespace

Partitioned::Partitioned(std::int64_t parts) : parts_(parts) {
  require(parts >= 0, "parts must be 1 or more, or 0 for about sqrt(items / k), got {}", parts);
}

Algorithm::Choice Partitioned::do_select(const Objective& objective, const Problem& problem,
                                         const Run& run) const {
  require(problem.constraints.kinds.empty() && !problem.constraints.has_costs(),
          "{} takes no caps on kinds and no costs: what the parts offer might not satisfy them",
          name());
  const greedy_steps::CandidatePool pool(objective, problem);
  const std::span<const Item> all = pool.all();
  const std::size_t parts = number_of_parts(parts_, all.size(), problem.k);
  const Offer wanted = offer(problem);
  Choice best;
  double best_value = 0.0;
  std::int64_t evaluations = 0;
  Items candidates = problem.constraints.must;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = part * all.size() / parts;
    const std::size_t end = (part + 1) * all.size() / parts;
    Items left(all.begin() + static_cast<std::ptrdiff_t>(begin),
               all.begin() + static_cast<std::ptrdiff_t>(end));
    greedy_steps::announce(name(), run, part, static_cast<Item>(parts + 1), best_value);
    Choice own;
    own.evaluations = greedy_steps::take_best_singletons(
        objective, run, left, std::min<Item>(wanted.alone, static_cast<Item>(left.size())),
        {Part::S0}, own.steps);
    own.state = objective.start(run);
    for (Item step = 0; step < wanted.by_greedy && !left.empty(); ++step) {
      run.check_stop();
      greedy_steps::take(*own.state, left, own.state->largest_gains(left, 1).front(), {Part::S1},
                         own.steps);
    }
    for (const auto& step : own.steps) candidates.push_back(step.item);
    evaluations += own.evaluations + own.state->evaluations();
    const double value = own.state->value();
    const bool may_win = parts_may_win() && problem.constraints.empty() &&
                         own.steps.size() == static_cast<std::size_t>(problem.k);
    if (may_win && value > best_value) {
      best_value = value;
      best = std::move(own);
    }
  }
  std::ranges::sort(candidates);
  const auto repeated = std::ranges::unique(candidates);
  candidates.erase(repeated.begin(), repeated.end());

  greedy_steps::announce(name(), run, parts, static_cast<Item>(parts + 1), best_value);
  Selection found = search(objective, among(problem, objective, std::move(candidates)), run);
  if (found.value < best_value) {
    best.evaluations = evaluations - best.state->evaluations() + found.evaluations;
    return best;
  }
  Choice choice;
  choice.steps = std::move(found.steps);
  choice.evaluations = evaluations + found.evaluations;
  choice.worst = std::move(found.worst);
  if (found.interrupted()) choice.stopped = found.stopped;
  return choice;
}

Selection PartitionedGreedy::search(const Objective& objective, const Problem& problem,
                                    const Run& run) const {
  return Greedy().select(objective, problem, run);
}

Selection PartitionedRobust::search(const Objective& objective, const Problem& problem,
                                    const Run& run) const {
  return Recommended().select(objective, problem, run);
}

}  // namespace holdfast
