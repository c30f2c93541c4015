#include "holdfast/tasks/failure_curve.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/tasks/judge.hpp"

namespace holdfast::tasks {
namespace {

/// Takes over a deletion that leaves less than the point's own.
void offer(Deletion& point, const Deletion& from, Items items, double value) {
  if (!(value < point.value)) return;
  point.adversary = from.adversary;
  point.items = std::move(items);
  point.value = value;
  point.proven = false;
  point.at_least = std::min(point.at_least, value);
}

/// The deletion and the member whose loss is largest then.
void extend(const Deletion& shorter, Deletion& longer, const State& state) {
  if (longer.items.size() <= shorter.items.size()) return;
  const auto left = state.clone();
  for (const Item item : shorter.items) left->remove(item);
  const Scored next = left->largest_losses(left->items(), 1).front();
  left->remove(next.item);
  Items items = shorter.items;
  items.push_back(next.item);
  offer(longer, shorter, std::move(items), left->value());
  // Rounding must not let the curve rise.
  const double tie = TieRule::width(shorter.value, state.value());
  if (longer.value <= shorter.value + tie) longer.value = std::min(longer.value, shorter.value);
}

/// The deletion without the item whose return gains least.
void shorten(const Deletion& longer, Deletion& shorter, const State& state) {
  if (longer.items.size() <= shorter.items.size()) return;
  const auto left = state.clone();
  for (const Item item : longer.items) left->remove(item);
  const Scored spared = left->smallest_gain(longer.items);
  left->add(spared.item);
  offer(shorter, longer, difference(longer.items, Items{spared.item}), left->value());
}

/// Neighbours learn from each other: deletions, and what is proven. Fewer deletions leave at least
/// as much as more of them, unless f falls when an item is added.
void reconcile(std::vector<Deletion>& worst, const State& state) {
  const bool monotone = !seen_to_fall(state.objective());
  for (std::size_t t = 1; t < worst.size(); ++t) extend(worst[t - 1], worst[t], state);
  for (std::size_t t = worst.size() - 1; t-- > 0;) {
    shorten(worst[t + 1], worst[t], state);
    if (!monotone) continue;
    worst[t].at_least =
        std::min(worst[t].value, std::max(worst[t].at_least, worst[t + 1].at_least));
    worst[t].proven = worst[t].proven || worst[t].at_least >= worst[t].value;
  }
}

}  // namespace

std::vector<Deletion> failure_curve(const Selection& selection, Item most,
                                    const Adversary& adversary, const std::function<void()>& told) {
  std::vector<Deletion> worst;
  for (Item tau = 0; tau <= most; ++tau) {
    worst.push_back(known_attacks(selection, tau, adversary).front());
    told();
  }
  reconcile(worst, *selection.state);
  return worst;
}

}  // namespace holdfast::tasks
