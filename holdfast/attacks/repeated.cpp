#include "holdfast/attacks/repeated.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "holdfast/core/ranking.hpp"

namespace holdfast {

RepeatedAdversary::RepeatedAdversary(int repeats, int first_repeat)
    : repeats_(repeats), first_repeat_(first_repeat) {
  constexpr int most = 1000;  // the random streams of the adversaries are this far apart
  if (repeats < 1 || repeats > most) {
    throw std::invalid_argument(fmt::format("repeats must be from 1 to {}, got {}", most, repeats));
  }
  if (first_repeat < 0 || first_repeat > most - repeats) {
    throw std::invalid_argument(fmt::format("the first of {} repeats must be from 0 to {}, got {}",
                                            repeats, most - repeats, first_repeat));
  }
}

Deletion RepeatedAdversary::do_attack(const State& state, Item tau) const {
  Deletion worst;
  std::int64_t evaluations = 0;
  const double scale = state.value();
  for (int repeat = 0; repeat < repeats_; ++repeat) {
    Deletion attack = attack_once(
        state, tau, first_stream() + static_cast<std::uint64_t>(first_repeat_ + repeat));
    evaluations += attack.evaluations;
    if (repeat == 0 || attack.value < worst.value - TieRule::width(worst.value, scale)) {
      worst = std::move(attack);
    }
  }
  worst.evaluations = evaluations;
  return worst;
}

Deletion RepeatedAdversary::attack_once(const State& state, Item tau, std::uint64_t stream) const {
  Random random(state.run().seed(), stream);
  const auto left = state.clone();
  Deletion attack;
  for (Item step = 0; step < tau; ++step) {
    state.run().check_stop();
    const Item drawn = draw(*left, state.size(), tau, random);
    left->remove(drawn);
    attack.items.push_back(drawn);
  }
  attack.value = left->value();
  attack.evaluations = left->evaluations() - state.evaluations();
  return attack;
}

}  // namespace holdfast
