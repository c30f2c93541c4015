#include "holdfast/attacks/greedy_max.hpp"

#include <algorithm>

namespace holdfast {

Deletion GreedyMax::do_attack(const State& state, Item tau) const {
  const auto deleted = state.objective().start(state.run());
  const auto left = state.clone();
  Items candidates = state.items();
  std::sort(candidates.begin(), candidates.end());
  Deletion attack;
  for (Item step = 0; step < tau; ++step) {
    state.run().check_stop();
    const Item best = deleted->largest_gains(candidates, 1).front().item;
    deleted->add(best);
    left->remove(best);
    std::erase(candidates, best);
    attack.items.push_back(best);
  }
  attack.value = left->value();
  attack.evaluations = deleted->evaluations() + left->evaluations() - state.evaluations();
  return attack;
}

}  // namespace holdfast
