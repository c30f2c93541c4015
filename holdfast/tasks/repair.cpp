#include "holdfast/tasks/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "holdfast/core/state.hpp"

namespace holdfast::tasks {
namespace {

void add_new(Items& items, std::span<const Item> more) {
  for (const Item item : more) {
    if (!holds(items, item)) items.push_back(item);
  }
}

Problem refill_problem(const Items& left, const Loss& loss, Item tau,
                       const Constraints& constraints) {
  if (loss.refill < 0) {
    throw std::invalid_argument(fmt::format("refill must be 0 or more items, got {}", loss.refill));
  }
  constexpr auto most = static_cast<std::int64_t>(std::numeric_limits<Item>::max());
  const std::int64_t k = std::ssize(left) + std::int64_t{loss.refill};
  Problem problem{static_cast<Item>(std::min(k, most)), tau, constraints};
  problem.constraints.must = left;
  add_new(problem.constraints.must, constraints.must);
  add_new(problem.constraints.must_not, loss.deleted);
  return problem;
}

}  // namespace

Items RepairResult::added() const { return difference(repaired.selection.items(), left); }

RepairResult repair(const Objective& objective, const Selection& set, const Loss& loss, Item tau,
                    const Constraints& constraints, const Algorithm& algorithm,
                    const Adversary& adversary, const Run& run) {
  objective.require_set(loss.deleted);
  RepairResult result;
  result.loss = loss;
  result.before = set.items();
  result.left = difference(result.before, loss.deleted);
  const auto state = set.state ? set.state->clone() : objective.start_at(run, result.before);
  result.value_before = state->value();
  for (const Item item : loss.deleted) {
    if (state->contains(item)) state->remove(item);
  }
  result.value_left = state->value();
  result.repaired = select_and_attack(
      objective, refill_problem(result.left, loss, tau, constraints), algorithm, adversary, run);
  return result;
}

std::vector<RepairResult> replan(const Objective& objective, const Selection& set,
                                 std::span<const Loss> losses, Item tau,
                                 const Constraints& constraints, const Algorithm& algorithm,
                                 const Adversary& adversary, const Run& run) {
  std::vector<RepairResult> rounds;
  Selection current = set;
  Constraints lasting = constraints;
  for (const Loss& loss : losses) {
    lasting.must = difference(lasting.must, loss.deleted);
    rounds.push_back(repair(objective, current, loss, tau, lasting, algorithm, adversary, run));
    current = rounds.back().repaired.selection;
    rounds.back().repaired.selection.state.reset();
    add_new(lasting.must_not, loss.deleted);
  }
  return rounds;
}

}  // namespace holdfast::tasks
