#include "holdfast/algorithms/omp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "holdfast/algorithms/growth.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// `scale` is the largest gradient at the empty set: what is 1e-12 of it is rounding. It is set on
/// the first call.
Item largest_gradient(State& state, const Items& left, double& scale) {
  const auto norms = state.gradient_norms(left);
  if (state.items().empty()) scale = *std::max_element(norms.begin(), norms.end());
  return largest_scores(left, norms, 1, scale).front().item;
}

}  // namespace

Algorithm::Choice Omp::do_select(const Objective& objective, const Problem& problem,
                                 const Run& run) const {
  if (!objective.has_gradient()) {
    throw std::invalid_argument(
        fmt::format("omp needs an objective with a gradient (linear, logistic or softmax), not "
                    "'{}'; greedy serves any",
                    objective.name()));
  }
  Choice choice;
  choice.state = objective.start(run);
  State& state = *choice.state;
  Items left = objective.all_items();
  double scale = 0.0;
  for (Item step = 0; step < problem.k; ++step) {
    const double before = state.value();
    growth::announce(name(), run, choice.steps.size(), problem.k, before);
    growth::take(state, left, {largest_gradient(state, left, scale), 0.0}, {Part::S1},
                 choice.steps);
    choice.steps.back().gain = state.value() - before;
  }
  return choice;
}

}  // namespace holdfast
