#pragma once

#include <optional>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/theory/guarantees.hpp"
#include "holdfast/theory/ratios.hpp"

namespace holdfast::tasks {

/// What the theory says about (k, tau, beta) and these ratios.
struct GuaranteeResult {
  GuaranteeProblem problem;
  KnownRatios known;  ///< completed by their relations
  std::vector<Guarantee> statements;
  std::optional<BestBeta> best_beta;

  /// The best that holds at this very k and beta, or nullptr.
  const Guarantee* best() const { return best_of(statements); }
};

HOLDFAST_EXPORT GuaranteeResult guarantee_for(const GuaranteeProblem& problem, KnownRatios known);

/// Ratios over sets of at most 2k items, which is all that the statements look at, unless `options`
/// says otherwise.
HOLDFAST_EXPORT Ratios ratios_for(const Objective& objective, Item k, RatioOptions options,
                                  const Run& run);

}  // namespace holdfast::tasks
