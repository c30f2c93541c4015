#pragma once

#include <cstdint>
#include <vector>

#include "holdfast/algorithms/greedy_steps.hpp"

namespace holdfast {

/// Makes the sets of oblivious-greedy's path: a guard of any size, and greedy on the rest. Refers
/// to what it was made from.
class GuardWalk {
 public:
  GuardWalk(const Objective& objective, const Problem& problem, const Run& run);

  /// The guard of this size, and greedy on the rest; once for each rule that is worth trying.
  std::vector<std::vector<Chosen>> steps(Item guard);
  /// The same where there are no constraints.
  std::vector<Chosen> free_steps(Item guard);
  /// What was chosen when a stop was requested, filled up with the best single items.
  std::vector<Chosen> unfinished_steps();

  std::int64_t evaluations() const { return evaluations_; }

 private:
  std::vector<Chosen> constrained_steps(Item guard, greedy_steps::Rule rule);

  const Objective& objective_;
  const Problem& problem_;
  const Run& run_;
  std::vector<Chosen> guard_;  ///< the best single items, without constraints
  std::vector<Chosen> begun_;
  std::int64_t evaluations_ = 0;
};

}  // namespace holdfast
