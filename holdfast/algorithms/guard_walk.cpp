#include "holdfast/algorithms/guard_walk.hpp"

#include <utility>

namespace holdfast {

GuardWalk::GuardWalk(const Objective& objective, const Problem& problem, const Run& run)
    : objective_(objective), problem_(problem), run_(run) {
  if (!problem.constraints.empty()) return;
  Items everything = objective.all_items();
  evaluations_ +=
      greedy_steps::take_best_singletons(objective, run, everything, problem.k, {Part::S0}, guard_);
}

std::vector<std::vector<Chosen>> GuardWalk::steps(Item guard) {
  using greedy_steps::Rule;
  if (problem_.constraints.empty()) return {free_steps(guard)};
  if (!problem_.constraints.has_costs()) return {constrained_steps(guard, Rule::gain)};
  auto by_gain = constrained_steps(guard, Rule::gain);
  return {std::move(by_gain), constrained_steps(guard, Rule::gain_per_cost)};
}

// Greedy starts afresh for every guard, with the best single item left: the next item of the guard.
std::vector<Chosen> GuardWalk::free_steps(Item guard) {
  const auto count = static_cast<std::size_t>(guard);
  begun_.assign(guard_.begin(), guard_.begin() + guard);
  std::vector<char> guards(static_cast<std::size_t>(objective_.size()), 0);
  for (std::size_t g = 0; g < count; ++g) guards[static_cast<std::size_t>(guard_[g].item)] = 1;
  Items left = objective_.all_items();
  std::erase_if(left, [&](Item item) { return guards[static_cast<std::size_t>(item)] != 0; });
  const auto state = objective_.start(run_);
  while (std::ssize(begun_) < problem_.k) {
    run_.check_stop();
    greedy_steps::take(*state, left, state->largest_gains(left, 1).front(), {Part::S1}, begun_);
  }
  evaluations_ += state->evaluations();
  return begun_;
}

std::vector<Chosen> GuardWalk::unfinished_steps() {
  greedy_steps::CandidatePool pool(objective_, problem_);
  std::vector<Chosen> steps;
  for (const Chosen& chosen : begun_) {
    if (!pool.offers(chosen.item)) continue;
    pool.take(chosen.item);
    steps.push_back(chosen);
  }
  evaluations_ += greedy_steps::take_best_singletons(
      objective_, run_, pool, problem_.k - static_cast<Item>(steps.size()), {Part::S0}, steps);
  return steps;
}

/// Under constraints a guard changes what greedy may choose.
std::vector<Chosen> GuardWalk::constrained_steps(Item guard, greedy_steps::Rule rule) {
  greedy_steps::CandidatePool pool(objective_, problem_, rule);
  begun_.clear();
  evaluations_ +=
      greedy_steps::take_best_singletons(objective_, run_, pool, guard, {Part::S0}, begun_);
  const auto state = objective_.start(run_);
  while (!pool.empty()) {
    run_.check_stop();
    const auto best = pool.best(*state, pool.next());
    greedy_steps::take(*state, pool, best, {Part::S1}, begun_);
  }
  evaluations_ += state->evaluations();
  return begun_;
}

}  // namespace holdfast
