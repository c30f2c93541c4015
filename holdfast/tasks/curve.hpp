#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/algorithm.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/registry/entries.hpp"
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

/// Why the algorithm is left out, if it is.
std::optional<Skipped> why_skipped(const registry::AlgorithmEntry& entry,
                                   const Algorithm& algorithm, const Objective& objective,
                                   const Problem& problem, const Run& run);

/// Counts selections and attacks, so that a progress bar can tell how far the whole job is.
class CurveProgress {
 public:
  CurveProgress(std::string_view job, const Run& run, std::int64_t total)
      : job_(job), run_(run), total_(total) {}

  void step() {
    run_.check_stop();
    run_.report({job_, ++done_, total_, 0.0});
  }

 private:
  std::string_view job_;
  const Run& run_;
  std::int64_t done_ = 0;
  std::int64_t total_;
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
