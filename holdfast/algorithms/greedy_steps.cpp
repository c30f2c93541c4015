#include "holdfast/algorithms/greedy_steps.hpp"

#include <algorithm>
#include <functional>

namespace holdfast::greedy_steps {

void announce(std::string_view job, const Run& run, std::size_t done, Item total, double value) {
  run.check_stop();
  run.report({job, static_cast<std::int64_t>(done), total, value});
}

void take(State& state, CandidatePool& pool, const Scored& choice, Label label,
          std::vector<Chosen>& steps) {
  state.add(choice.item);
  pool.take(choice.item);
  steps.push_back({choice.item, label.part, label.bucket, choice.score});
}

void take(State& state, Items& left, const Scored& choice, Label label,
          std::vector<Chosen>& steps) {
  state.add(choice.item);
  std::erase(left, choice.item);
  steps.push_back({choice.item, label.part, label.bucket, choice.score});
}

void grow(std::string_view job, State& state, CandidatePool& pool, Item count, Item total,
          Label label, std::vector<Chosen>& steps) {
  for (Item step = 0; step < count && !pool.empty(); ++step) {
    announce(job, state.run(), steps.size(), total, state.value());
    const auto candidates = label.part == Part::S0 ? pool.all() : pool.next();
    take(state, pool, pool.best(state, candidates), label, steps);
  }
}

std::int64_t take_best_singletons(const Objective& objective, const Run& run, CandidatePool& pool,
                                  Item count, Label label, std::vector<Chosen>& steps) {
  const auto empty = objective.start(run);
  // Under constraints some of the best may not be allowed, so all must be ranked.
  const std::size_t ranked = pool.constrained() ? pool.size() : static_cast<std::size_t>(count);
  Item taken = 0;
  for (const auto& single : pool.ranked(empty->largest_gains(pool.all(), ranked))) {
    if (taken == count) break;
    if (!pool.offers(single.item)) continue;
    pool.take(single.item);
    steps.push_back({single.item, label.part, label.bucket, single.score});
    ++taken;
  }
  return empty->evaluations();
}

std::int64_t take_best_singletons(const Objective& objective, const Run& run, Items& left,
                                  Item count, Label label, std::vector<Chosen>& steps) {
  const auto empty = objective.start(run);
  for (const auto& single : empty->largest_gains(left, static_cast<std::size_t>(count))) {
    std::erase(left, single.item);
    steps.push_back({single.item, label.part, label.bucket, single.score});
  }
  return empty->evaluations();
}

CandidatePool::CandidatePool(const Objective& objective, const Problem& problem, Rule rule)
    : problem_(&problem), rule_(rule), size_(objective.size()), must_(problem.constraints.must) {
  left_ = constrained() ? allowed_after(problem.constraints, size_, problem.k, {})
                        : objective.all_items();
}

std::span<const Item> CandidatePool::next() const { return must_.empty() ? all() : must_; }

/// What costs nothing comes first.
double CandidatePool::per_cost(const Scored& gain) const {
  constexpr double next_to_nothing = 1e-300;
  return gain.score / std::max(problem_->constraints.cost(gain.item), next_to_nothing);
}

std::vector<Scored> CandidatePool::ranked(std::vector<Scored> gains) const {
  if (rule_ == Rule::gain_per_cost) {
    std::ranges::stable_sort(gains, std::greater<>(),
                             [&](const Scored& gain) { return per_cost(gain); });
  }
  return gains;
}

Scored CandidatePool::best(State& state, std::span<const Item> candidates) const {
  if (rule_ == Rule::gain) return state.largest_gains(candidates, 1).front();
  const auto gains = state.gains(candidates);
  std::vector<Scored> scored;
  for (std::size_t i = 0; i < gains.size(); ++i) scored.push_back({candidates[i], gains[i]});
  return ranked(std::move(scored)).front();
}

bool CandidatePool::offers(Item item) const {
  return std::binary_search(left_.begin(), left_.end(), item);
}

void CandidatePool::take(Item item) {
  if (!constrained()) {
    const auto [first, last] = std::ranges::equal_range(left_, item);
    left_.erase(first, last);
    return;
  }
  std::erase(must_, item);
  chosen_.push_back(item);
  left_ = allowed_after(problem_->constraints, size_, problem_->k, chosen_);
}

}  // namespace holdfast::greedy_steps
