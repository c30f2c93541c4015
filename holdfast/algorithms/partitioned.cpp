#include "holdfast/algorithms/partitioned.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <thread>
#include <utility>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/core/items_elsewhere.hpp"
#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

std::size_t number_of_parts(std::int64_t wanted, std::size_t items, Item k) {
  if (wanted > 0)
    return std::min(static_cast<std::size_t>(wanted), std::max<std::size_t>(items, 1));
  const double balanced = std::sqrt(static_cast<double>(items) / std::max(1, k));
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(balanced)));
}

/// The same problem where only these items may be chosen.
Problem among(Problem problem, const Objective& objective, Items items) {
  std::ranges::sort(items);
  const auto repeated = std::ranges::unique(items);
  items.erase(repeated.begin(), repeated.end());
  auto& must_not = problem.constraints.must_not;
  must_not.clear();
  std::ranges::set_difference(objective.all_items(), items, std::back_inserter(must_not));
  return problem;
}

/// A greedy run on these items only.
Selection greedy_among(const Objective& objective, const Problem& problem, const Run& run,
                       Items items) {
  if (!problem.constraints.empty()) {
    const Items& must = problem.constraints.must;
    items.insert(items.end(), must.begin(), must.end());
    return Greedy().select(objective, among(problem, objective, std::move(items)), run);
  }
  // The same without a look at the items of other parts in every step.
  Selection own;
  const auto state = objective.start(run);
  while (std::ssize(own.steps) < problem.k && !items.empty()) {
    run.check_stop();
    greedy_steps::take(*state, items, state->largest_gains(items, 1).front(), {Part::S1},
                       own.steps);
  }
  own.value = state->value();
  own.evaluations = state->evaluations();
  return own;
}

/// Parts that wait for answers of other machines at the same time.
constexpr int most_waiting = 16;

/// Calls choose(part, run) for each part, for all of them at once where the items are elsewhere.
/// Only the calling thread reports progress and is asked whether to stop.
template <class Choose>
void for_each_part(const Objective& objective, std::size_t parts, const Run& run,
                   const Choose& choose) {
  if (objective.structure().as<ItemsElsewhere>() == nullptr) {
    for (std::size_t part = 0; part < parts; ++part) choose(part, run);
    return;
  }
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> stopped = false;
  Workers waiting(static_cast<int>(std::min<std::size_t>(parts, most_waiting)));
  waiting.share(parts, [&](std::size_t part) {
    Run::Options own;
    own.seed = run.seed();
    own.threads = 1;
    own.stop_requested = &stopped;
    if (std::this_thread::get_id() == caller) {
      own.should_stop = [&] {
        try {
          run.check_stop();
        } catch (...) {
          stopped = true;
          throw;
        }
        return false;
      };
    }
    choose(part, Run(std::move(own)));
  });
}

}  // namespace

Partitioned::Partitioned(std::int64_t parts) : parts_(parts) {
  require(parts >= 0, "parts must be 1 or more, or 0 for about sqrt(items / k), got {}", parts);
}

Algorithm::Choice Partitioned::do_select(const Objective& objective, const Problem& problem,
                                         const Run& run) const {
  const greedy_steps::CandidatePool pool(objective, problem);
  const std::span<const Item> all = pool.all();
  const std::size_t parts = number_of_parts(parts_, all.size(), problem.k);
  const auto total = static_cast<Item>(parts + 1);
  struct Offer {
    std::vector<Chosen> alone;
    Selection greedy;
    std::int64_t evaluations = 0;
  };
  std::vector<Offer> offers(parts);
  double best_so_far = 0.0;
  for_each_part(objective, parts, run, [&](std::size_t part, const Run& own_run) {
    const auto begin = static_cast<std::ptrdiff_t>(part * all.size() / parts);
    const auto end = static_cast<std::ptrdiff_t>((part + 1) * all.size() / parts);
    const Items own(all.begin() + begin, all.begin() + end);
    const bool alone = &own_run == &run;
    if (alone) greedy_steps::announce(name(), run, part, total, best_so_far);
    Items others = own;
    Offer& offer = offers[part];
    offer.evaluations = greedy_steps::take_best_singletons(
        objective, own_run, others, best_alone(problem), {Part::S0}, offer.alone);
    offer.greedy = greedy_among(objective, problem, own_run, own);
    offer.greedy.state.reset();
    offer.evaluations += offer.greedy.evaluations;
    if (alone) best_so_far = std::max(best_so_far, offer.greedy.value);
  });
  Selection best;
  Choice choice;
  Items candidates = problem.constraints.must;
  for (Offer& offer : offers) {
    for (const auto* steps : {&offer.alone, &offer.greedy.steps})
      for (const Chosen& step : *steps) candidates.push_back(step.item);
    choice.evaluations += offer.evaluations;
    if (offer.greedy.value > best.value) best = std::move(offer.greedy);
  }

  greedy_steps::announce(name(), run, parts, total, best.value);
  Selection found = search(objective, among(problem, objective, std::move(candidates)), run);
  choice.evaluations += found.evaluations;
  const bool part_wins =
      parts_may_win() && best.value > found.value && best.steps.size() >= found.steps.size();
  choice.steps = part_wins ? std::move(best.steps) : std::move(found.steps);
  if (!part_wins) choice.worst = std::move(found.worst);
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
