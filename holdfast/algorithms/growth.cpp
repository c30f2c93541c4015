#include "holdfast/algorithms/growth.hpp"

#include <algorithm>

#include "holdfast/core/objective.hpp"

namespace holdfast::growth {

void announce(std::string_view job, const Run& run, std::size_t done, Item total, double value) {
  run.check_stop();
  run.report({job, static_cast<std::int64_t>(done), total, value});
}

void take(State& state, Items& left, const Scored& choice, Label label,
          std::vector<Chosen>& steps) {
  state.add(choice.item);
  std::erase(left, choice.item);
  steps.push_back({choice.item, label.part, label.bucket, choice.score});
}

void grow(std::string_view job, State& state, Items& left, Item count, Item total, Label label,
          std::vector<Chosen>& steps) {
  for (Item step = 0; step < count && !left.empty(); ++step) {
    announce(job, state.run(), steps.size(), total, state.value());
    take(state, left, state.largest_gains(left, 1).front(), label, steps);
  }
}

std::int64_t take_best_singletons(const Objective& objective, const Run& run, Items& left,
                                  Item count, Label label, std::vector<Chosen>& steps) {
  const auto empty = objective.start(run);
  for (const auto& single : empty->largest_gains(left, static_cast<std::size_t>(count))) {
    std::erase(left, single.item);
    steps.push_back({single.item, label.part, label.bucket, single.score});
  }
  return empty->evaluations();
}

}  // namespace holdfast::growth
