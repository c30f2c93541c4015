#include "holdfast/algorithms/guard_sets.hpp"

#include "holdfast/algorithms/guard_walk.hpp"

namespace holdfast {

void GuardSets::make(const Objective& objective, const Run& run,
                     const std::function<void()>& announce) {
  const Problem problem{k(), 0};
  std::optional<GuardWalk> walk;
  std::int64_t of_single_items = 0;
  // At first a set that another thread is making is skipped. Then it is waited for, and made here
  // if the other has failed.
  for (const bool waits : {false, true}) {
    for (Item guard = 0; guard <= k(); ++guard) {
      Set& set = sets_[static_cast<std::size_t>(guard)];
      std::unique_lock lock(set.being_made, std::defer_lock);
      if (waits) {
        lock.lock();
      } else if (!lock.try_lock()) {
        continue;
      }
      if (set.steps) continue;
      if (!walk) {
        walk.emplace(objective, problem, run);
        of_single_items = walk->evaluations();
      }
      const std::int64_t before = walk->evaluations();
      set.steps = walk->free_steps(guard);
      set.evaluations = walk->evaluations() - before + (guard == 0 ? of_single_items : 0);
      announce();
    }
  }
}

const std::vector<Chosen>& GuardSets::steps(Item guard) const {
  return sets_[static_cast<std::size_t>(guard)].steps.value();
}

std::int64_t GuardSets::evaluations() const {
  std::int64_t all = 0;
  for (const auto& set : sets_) all += set.evaluations;
  return all;
}

}  // namespace holdfast
