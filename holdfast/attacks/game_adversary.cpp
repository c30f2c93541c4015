#include "holdfast/attacks/game_adversary.hpp"

#include <algorithm>

namespace holdfast {
namespace {

/// Without this margin, as a share of f(S), rounding could make a bound false.
constexpr double rounding = 1e-9;

}  // namespace

Deletion GameAdversary::do_attack(const State& state, Item tau) const {
  state.run().check_stop();
  const auto game = game_at(state);
  Deletion found = play(*game, tau);
  found.adversary.clear();
  found.value = value_without(state, found.items);
  found.proven = found.proven || is_exact(tau);
  found.at_least = std::clamp(found.at_least - rounding * state.value(), 0.0, found.value);
  found.evaluations = game->evaluations();
  return found;
}

}  // namespace holdfast
