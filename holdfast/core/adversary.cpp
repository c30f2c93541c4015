#include "holdfast/core/adversary.hpp"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <utility>

namespace holdfast {

Adversary::~Adversary() = default;

Deletion Adversary::attack(const State& state, Item tau) const {
  if (tau < 0) throw std::invalid_argument(fmt::format("tau must be 0 or more, got {}", tau));
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Attack attack;
  if (tau == 0) {
    attack = {{}, state.value(), true, 0, {}};
  } else if (static_cast<std::size_t>(tau) >= state.size()) {
    attack = {state.items(), 0.0, true, 0, {}};
  } else {
    attack = do_attack(state, tau);
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return {attack.found_by.empty() ? name() : attack.found_by,
          std::move(attack.deleted),
          attack.value,
          attack.proven,
          attack.evaluations,
          seconds,
          attack.proven ? attack.value : attack.at_least};
}

std::vector<Deletion> Adversary::attacks(const State& state, Item tau) const {
  return do_attacks(state, tau);
}

std::vector<Deletion> Adversary::do_attacks(const State& state, Item tau) const {
  return {attack(state, tau)};
}

}  // namespace holdfast
