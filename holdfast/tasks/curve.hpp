#pragma once

#include <span>
#include <string>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/registry/option_values.hpp"

namespace holdfast::tasks {

/// One algorithm's choice for (k, tau), and what is left of it after 0, 1, ..., tau_max deletions.
/// Values never rise with the number of deletions: each point also knows the deletions next to it,
/// extended or shortened by an item.
struct Curve {
  registry::OptionValues algorithm;
  Selection selection;
  std::vector<Deletion> worst;  ///< worst[t] deletes min(t, |S|) items
};

/// An algorithm that is not defined for this problem.
struct Skipped {
  std::string algorithm;
  std::string why;
};

struct CurveResult {
  std::vector<Curve> curves;
  std::vector<Skipped> skipped;
};

/// `algorithms` are option bags of registered algorithms. Costs one selection and tau_max + 1
/// attacks for each.
HOLDFAST_EXPORT CurveResult curves(const Objective& objective, const Problem& problem, Item tau_max,
                                   std::span<const registry::OptionValues> algorithms,
                                   const Adversary& adversary, const Run& run);

}  // namespace holdfast::tasks
