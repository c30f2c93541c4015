#include "holdfast/core/adversary.hpp"

#include <chrono>

#include "holdfast/core/require.hpp"

namespace holdfast {

Adversary::~Adversary() = default;

Deletion Adversary::attack(const State& state, Item tau) const {
  require(tau >= 0, "tau must be 0 or more, got {}", tau);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Deletion worst;
  if (tau == 0) {
    worst.value = state.value();
    worst.proven = true;
  } else if (static_cast<std::size_t>(tau) >= state.size()) {
    worst.items = state.items();
    worst.value = 0.0;
    worst.proven = true;
  } else {
    worst = do_attack(state, tau);
  }
  if (worst.adversary.empty()) worst.adversary = name();
  if (worst.proven) worst.at_least = worst.value;
  worst.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return worst;
}

double Adversary::value_without(const State& state, std::span<const Item> deleted) {
  const auto left = state.clone();
  for (const Item item : deleted) left->remove(item);
  return left->value();
}

std::vector<Deletion> Adversary::attacks(const State& state, Item tau) const {
  return do_attacks(state, tau);
}

std::vector<Deletion> Adversary::do_attacks(const State& state, Item tau) const {
  return {attack(state, tau)};
}

}  // namespace holdfast
