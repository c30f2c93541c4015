#include "holdfast/algorithms/bucketed_guard.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "holdfast/algorithms/greedy_steps.hpp"

namespace holdfast {

std::int64_t BucketedGuard::guard_size(const Problem& problem) const {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  std::int64_t total = 0;
  for (const auto& run : buckets(problem)) {
    if (run.size > 0 && run.count > (most - total) / run.size) return most;
    total += run.count * run.size;
  }
  return total;
}

Algorithm::Choice BucketedGuard::do_select(const Objective& objective, const Problem& problem,
                                           const Run& run) const {
  Choice choice;
  greedy_steps::CandidatePool pool(objective, problem);
  int bucket = 0;
  for (const auto& [count, size] : buckets(problem)) {
    for (std::int64_t i = 0; i < count && !pool.empty(); ++i, ++bucket) {
      const auto state = objective.start(run);
      const auto wanted = static_cast<Item>(std::min<std::int64_t>(size, objective.size()));
      greedy_steps::grow(name(), *state, pool, wanted, problem.k, {Part::S0, bucket}, choice.steps);
      choice.evaluations += state->evaluations();
    }
  }
  choice.state = objective.start(run);
  const Item rest = problem.k - static_cast<Item>(choice.steps.size());
  greedy_steps::grow(name(), *choice.state, pool, rest, problem.k, {Part::S1}, choice.steps);
  return choice;
}

}  // namespace holdfast
