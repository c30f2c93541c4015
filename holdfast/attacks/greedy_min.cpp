#include "holdfast/attacks/greedy_min.hpp"

namespace holdfast {

Adversary::Attack GreedyMin::do_attack(const State& state, Item tau) const {
  const auto left = state.clone();
  Attack attack;
  for (Item step = 0; step < tau; ++step) {
    state.run().check_stop();
    const Item worst = left->largest_losses(left->items(), 1).front().item;
    left->remove(worst);
    attack.deleted.push_back(worst);
  }
  attack.value = left->value();
  attack.proven = tau == 1;
  attack.evaluations = left->evaluations() - state.evaluations();
  return attack;
}

}  // namespace holdfast
