#include "holdfast/attacks/branch_and_bound.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

BranchAndBound::BranchAndBound(const State& state, const Deletion& known, std::int64_t most_nodes)
    : objective_(state.objective()),
      state_(state),
      tau_(known.items.size()),
      worst_(known),
      most_nodes_(most_nodes),
      scale_(state.value()) {
  // Up to two deletions are always settled, because there are no more nodes than members.
  if (tau_ <= 2) most_nodes_ = std::numeric_limits<std::int64_t>::max();
}

bool BranchAndBound::is_pruned(double bound) const {
  return bound >= worst_.value - TieRule::width(worst_.value, scale_);
}

void BranchAndBound::offer(Items deleted, double value) {
  if (is_pruned(value)) return;
  worst_.items = std::move(deleted);
  worst_.value = value;
}

Deletion BranchAndBound::run() {
  open({}, 0.0);
  worst_.proven = nodes_.run(
      most_nodes_, [&](double bound) { return is_pruned(bound); },
      [&](Node& node, double bound) { branch(node, bound); });
  worst_.at_least = worst_.proven ? worst_.value : std::max(0.0, nodes_.bound());
  if (seen_to_fall(objective_)) {
    worst_.proven = false;
    worst_.at_least = 0.0;
  }
  return std::move(worst_);
}

/// Branches on the free member of largest loss: it is deleted, or kept.
void BranchAndBound::branch(const Node& node, double bound) {
  state_.run().check_stop();
  const auto left = state_.clone();
  for (const Item item : node.deleted) left->remove(item);
  const Items free = difference(left->items(), node.kept);
  const Item worst = left->largest_losses(free, 1).front().item;
  Node without = node;
  without.deleted.push_back(worst);
  Node with = node;
  with.kept.push_back(worst);
  open(std::move(without), bound);
  open(std::move(with), bound);
}

void BranchAndBound::open(Node node, double parent_bound) {
  auto& [deleted, kept] = node;
  const auto left = state_.clone();
  for (const Item item : deleted) left->remove(item);
  const Items free = difference(left->items(), kept);
  const std::size_t open = tau_ - deleted.size();
  if (free.size() < open) return;
  const double value = left->value();
  if (open == 0) return offer(std::move(deleted), value);
  if (open == 1) {
    const Scored worst = left->largest_losses(free, 1).front();
    deleted.push_back(worst.item);
    return offer(std::move(deleted), value - worst.score);
  }
  double bound = std::max(parent_bound, bound_by_parts(kept, free, open));
  if (objective_.is_submodular()) {
    bound = std::max(bound, bound_by_gains(kept, free, open, value));
  }
  if (!is_pruned(bound)) nodes_.push(bound, std::move(node));
}

/// Parts are filled greedily: the part of least value takes the free member that adds most to it.
double BranchAndBound::bound_by_parts(const Items& kept, const Items& free,
                                      std::size_t open) const {
  const std::size_t count = open + 1;
  if (free.size() < count) {
    const auto base = objective_.start_at(state_.run(), kept);
    return base->value();
  }
  std::vector<std::unique_ptr<State>> parts;
  const auto base = objective_.start_at(state_.run(), kept);
  for (std::size_t i = 0; i < count; ++i) parts.push_back(base->clone());
  std::vector<double> values(count, base->value());
  Items left = free;
  while (!left.empty()) {
    const auto poorest =
        static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
    const Item item = parts[poorest]->largest_gains(left, 1).front().item;
    parts[poorest]->add(item);
    values[poorest] = parts[poorest]->value();
    std::erase(left, item);
  }
  return std::ranges::min(values);
}

double BranchAndBound::bound_by_gains(const Items& kept, const Items& free, std::size_t open,
                                      double value) const {
  const auto base = objective_.start_at(state_.run(), kept);
  double sum = 0.0;
  for (const Scored& gain : base->largest_gains(free, open)) sum += gain.score;
  return value - sum;
}

}  // namespace holdfast
