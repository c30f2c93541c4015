#include "holdfast/theory/worst_case.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

using Parts = std::vector<std::unique_ptr<State>>;

Parts deal_out(const State& state, Item tau) {
  if (std::ssize(state.items()) <= tau) return {};
  Items left = state.items();
  std::ranges::sort(left);
  Parts parts;
  for (Item i = 0; i <= tau; ++i) parts.push_back(state.objective().start(state.run()));
  while (!left.empty()) {
    state.run().check_stop();
    State& poorest = **std::ranges::min_element(
        parts, {}, [](const std::unique_ptr<State>& part) { return part->value(); });
    const auto gains = poorest.gains(left);
    const Item best = largest_scores(left, gains, 1, state.value()).front().item;
    poorest.add(best);
    std::erase(left, best);
  }
  return parts;
}

void raise_to(WorstCase& bounds, double value, const std::string& by) {
  if (value <= bounds.lower) return;
  bounds.lower = value;
  bounds.lower_by = by;
}

void raise_by_parts(WorstCase& bounds, const State& state, Item tau) {
  const Parts parts = deal_out(state, tau);
  if (parts.empty()) return;
  double least = state.value();
  for (const auto& part : parts) least = std::min(least, part->value());
  raise_to(bounds, least, "parts");
}

void raise_by_gains(WorstCase& bounds, const State& state, Item tau) {
  if (!state.objective().is_submodular()) return;
  auto alone = state.objective().start(state.run())->gains(state.items());
  std::ranges::sort(alone, std::greater<>());
  const auto gone = std::min<std::ptrdiff_t>(tau, std::ssize(alone));
  raise_to(bounds,
           std::accumulate(alone.begin(), alone.begin() + gone, state.value(), std::minus()),
           "gains");
}

}  // namespace

std::vector<Items> even_parts(const State& state, Item tau) {
  std::vector<Items> parts;
  for (const auto& part : deal_out(state, tau)) parts.push_back(part->items());
  return parts;
}

WorstCase bound_worst_case(const State& state, Item tau,
                           std::span<const Adversary* const> adversaries,
                           std::span<const Deletion> known) {
  // Bounds are made along other ways than the attack's value and differ by rounding.
  constexpr double rounding = 1e-9;
  WorstCase bounds;
  bounds.lower_by = "nothing";
  bounds.attacks.assign(known.begin(), known.end());
  for (const Adversary* adversary : adversaries) {
    try {
      std::ranges::move(adversary->attacks(state, tau), std::back_inserter(bounds.attacks));
    } catch (const std::invalid_argument& refusal) {
      bounds.refused.emplace_back(refusal.what());
    }
  }
  if (bounds.attacks.empty())
    throw std::invalid_argument(bounds.refused.empty() ? "certify needs an adversary"
                                                       : bounds.refused.front());
  std::ranges::stable_sort(bounds.attacks, {}, &Deletion::value);
  bounds.upper = bounds.attacks.front().value;
  for (const Deletion& attack : bounds.attacks) raise_to(bounds, attack.at_least, attack.adversary);
  const bool closed = bounds.lower >= bounds.upper * (1.0 - rounding);
  if (!closed) {
    const double by_attacks = bounds.lower;
    raise_by_parts(bounds, state, tau);
    raise_by_gains(bounds, state, tau);
    if (bounds.lower > by_attacks)
      bounds.lower = std::max(by_attacks, bounds.lower - rounding * state.value());
  }
  // Ends that differ by rounding are one number.
  if (bounds.lower > bounds.upper - 4.0 * rounding * state.value()) bounds.lower = bounds.upper;
  return bounds;
}

}  // namespace holdfast
