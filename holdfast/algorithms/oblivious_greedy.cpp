#include "holdfast/algorithms/oblivious_greedy.hpp"

#include <algorithm>
#include <cmath>

#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/core/require.hpp"

namespace holdfast {

ObliviousGreedy::ObliviousGreedy(double beta) : beta_(beta) {
  require(beta >= 0.0 && std::isfinite(beta), "beta must be finite and 0 or more, got {}", beta);
}

std::int64_t ObliviousGreedy::guard_size(const Problem& problem) const {
  constexpr double rounding = 1e-9;
  // Above 2^53, beta tau exceeds any k; the cap keeps the conversion defined.
  const double size = std::min(std::ceil(beta_ * problem.tau - rounding), 0x1.0p53);
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(size));
}

Algorithm::Choice ObliviousGreedy::do_select(const Objective& objective, const Problem& problem,
                                             const Run& run) const {
  Choice choice;
  greedy_steps::CandidatePool pool(objective, problem);
  const auto guard = static_cast<Item>(std::min<std::int64_t>(guard_size(problem), problem.k));
  greedy_steps::announce(name(), run, 0, problem.k, 0.0);
  choice.evaluations =
      greedy_steps::take_best_singletons(objective, run, pool, guard, {Part::S0}, choice.steps);
  choice.state = objective.start(run);
  greedy_steps::grow(name(), *choice.state, pool, problem.k - guard, problem.k, {Part::S1},
                     choice.steps);
  return choice;
}

}  // namespace holdfast
