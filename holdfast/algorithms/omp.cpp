#include "holdfast/algorithms/omp.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

/// `scale` is the largest gradient at the empty set: 1e-12 of it counts as rounding. It is set on
/// the first call.
Item largest_gradient(State& state, const greedy_steps::CandidatePool& pool, double& scale) {
  const auto candidates = pool.next();
  const auto norms = state.gradient_norms(candidates);
  if (state.items().empty()) {
    // Must-haves alone would not show how large gradients are here.
    const bool some = candidates.size() < pool.size();
    scale = std::ranges::max(some ? state.gradient_norms(pool.all()) : norms);
  }
  return largest_scores(candidates, norms, 1, scale).front().item;
}

}  // namespace

Algorithm::Choice Omp::do_select(const Objective& objective, const Problem& problem,
                                 const Run& run) const {
  require(objective.has_gradient(),
          "omp needs an objective with a gradient (linear, logistic or softmax), not "
          "'{}'; greedy works with any",
          objective.name());
  Choice choice;
  choice.state = objective.start(run);
  State& state = *choice.state;
  greedy_steps::CandidatePool pool(objective, problem);
  double scale = 0.0;
  for (Item step = 0; step < problem.k; ++step) {
    const double before = state.value();
    greedy_steps::announce(name(), run, choice.steps.size(), problem.k, before);
    greedy_steps::take(state, pool, {largest_gradient(state, pool, scale), 0.0}, {Part::S1},
                       choice.steps);
    choice.steps.back().gain = state.value() - before;
  }
  return choice;
}

}  // namespace holdfast
