#pragma once

#include <optional>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/algorithm.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/tasks/certify.hpp"
#include "holdfast/tasks/explain.hpp"
#include "holdfast/tasks/judge.hpp"

namespace holdfast::tasks {

struct SelectRequest {
  Problem problem;
  registry::OptionValues algorithm;  ///< of a registered algorithm
  registry::OptionValues adversary;  ///< of a registered adversary
  bool explain = false;
  bool certify = false;
  bool compare = true;  ///< with plain greedy, where that costs little beside the choice itself
};

struct Selected {
  registry::OptionValues algorithm;
  Judged judged;
  std::optional<Explanation> explanation;
  std::optional<Certificate> certificate;
  /// What greedy would have chosen for the same problem, under the same judge, or under
  /// its quick attacks where a thorough one takes seconds.
  std::optional<Judged> greedy = {};
  /// Of the value, where it is a mean over events.
  std::optional<double> standard_error = {};
};

/// Chooses, lets the adversary attack, then explains, certifies and compares with greedy where
/// asked to: each step starts from what the earlier ones know. After a stop request the steps that
/// are left are left out.
HOLDFAST_EXPORT Selected select(const Objective& objective, const SelectRequest& request,
                                const Run& run);

/// The first two steps, and what each item is worth. A stop request after the choice ends the
/// attack, not the job: the worst deletion known by then is returned, and the selection says so.
HOLDFAST_EXPORT Judged select_and_attack(const Objective& objective, const Problem& problem,
                                         const Algorithm& algorithm, const Adversary& adversary,
                                         const Run& run);

}  // namespace holdfast::tasks
