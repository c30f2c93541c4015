#include "tests/support/evidence.hpp"

#include <algorithm>
#include <cmath>

#include "holdfast/core/state.hpp"

namespace holdfast::support {

double root_of_weights(std::span<const Item> set) {
  double sum = 0.0;
  for (const Item item : set) sum += item + 1;
  return std::sqrt(sum);
}

FunctionObjective root_objective() { return {6, root_of_weights, {}, true}; }

Algorithm::Choice KnowingAlgorithm::do_select(const Objective& objective, const Problem& problem,
                                              const Run& run) const {
  Choice choice;
  choice.state = objective.start(run);
  for (Item item = 0; item < problem.k; ++item) {
    choice.steps.push_back({.item = item, .gain = choice.state->gains(Items{item}).front()});
    choice.state->add(item);
  }
  choice.worst = worst_;
  return choice;
}

Deletion FeebleAdversary::do_attack(const State& state, Item tau) const {
  ++asked_;
  Items members = state.items();
  std::ranges::sort(members);
  members.resize(static_cast<std::size_t>(tau));
  Deletion deletion;
  deletion.value = value_without(state, members);
  deletion.items = std::move(members);
  deletion.evaluations = 1;
  return deletion;
}

}  // namespace holdfast::support
