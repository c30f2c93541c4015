#include "holdfast/attacks/branch_and_bound.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

BranchAndBound::BranchAndBound(const Objective& objective, const State& state, Item tau,
                               Strike known, std::int64_t most_nodes)
    : objective_(objective),
      state_(state),
      tau_(static_cast<std::size_t>(tau)),
      worst_(std::move(known)),
      most_nodes_(most_nodes),
      scale_(state.value()) {}

bool BranchAndBound::hopeless(double bound) const {
  return bound >= worst_.value - TieRule::width(worst_.value, scale_);
}

void BranchAndBound::offer(Items deleted, double value) {
  if (worst_.deleted.empty() || !hopeless(value)) worst_ = {std::move(deleted), value};
}

Proof BranchAndBound::run() {
  open({}, {}, 0.0);
  // Two deletions are always settled: the nodes are no more than the members.
  while (!queue_.empty() && (nodes_ < most_nodes_ || tau_ <= 2)) {
    if (hopeless(queue_.top().bound)) break;
    state_.run().check_stop();
    const Node node = queue_.top();
    queue_.pop();
    ++nodes_;
    branch(node);
  }
  const bool complete = queue_.empty() || hopeless(queue_.top().bound);
  const double at_least = complete ? worst_.value : std::max(0.0, queue_.top().bound);
  return {worst_, at_least, complete, nodes_};
}

/// The free member of largest loss is deleted, or kept.
void BranchAndBound::branch(const Node& node) {
  const auto left = state_.clone();
  for (const Item item : node.deleted) left->remove(item);
  const Items free = difference(left->items(), node.kept);
  const Item worst = left->largest_losses(free, 1).front().item;
  Items deleted = node.deleted;
  deleted.push_back(worst);
  Items kept = node.kept;
  kept.push_back(worst);
  open(std::move(deleted), node.kept, node.bound);
  open(node.deleted, std::move(kept), node.bound);
}

void BranchAndBound::open(Items deleted, Items kept, double parent_bound) {
  const auto left = state_.clone();
  for (const Item item : deleted) left->remove(item);
  const Items free = difference(left->items(), kept);
  const std::size_t open = tau_ - deleted.size();
  if (free.size() < open) return;
  const double value = left->value();
  if (open == 0) {
    offer(std::move(deleted), value);
    return;
  }
  if (open == 1) {
    const Scored worst = left->largest_losses(free, 1).front();
    deleted.push_back(worst.item);
    offer(std::move(deleted), value - worst.score);
    return;
  }
  double bound = std::max(parent_bound, bound_by_parts(kept, free, open));
  if (objective_.is_submodular()) {
    bound = std::max(bound, bound_by_gains(kept, free, open, value));
  }
  if (hopeless(bound)) return;
  queue_.push({bound, ++opened_, std::move(deleted), std::move(kept)});
}

/// The free members are dealt out in the order of the set, the best to whoever has least.
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
