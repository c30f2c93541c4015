#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/theory/best_beta.hpp"
#include "holdfast/theory/guarantees.hpp"
#include "holdfast/theory/ratios.hpp"

/// The theory as people ask for it.
namespace holdfast::registry {

/// How ratios are looked for: exact-up-to, largest-set, chains, chain-length.
HOLDFAST_EXPORT std::vector<Option> ratio_search_options();
HOLDFAST_EXPORT RatioOptions ratio_options(const OptionValues& options);

/// gamma, gamma-check, ... as numbers that the caller knows, and `estimates`: whether they are
/// such.
HOLDFAST_EXPORT std::vector<Option> known_ratio_options();
/// Those of the options that are given.
HOLDFAST_EXPORT KnownRatios known_ratios(const OptionValues& options);
HOLDFAST_EXPORT bool any_ratio_given(const OptionValues& options);

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

/// Which guarantee applies to a selection.
struct Explanation {
  Ratios ratios;  ///< over sets of at most 2k items, which is all that the statements look at
  GuaranteeResult result;
  std::string why_none;  ///< if no statement promises anything: why
  /// f(S \ E) is at least this after any tau deletions: nu_check nu f(S1), if |S0| >= tau and the
  /// ratios are proven.
  std::optional<double> at_least;
};

/// `algorithm` are the options of the algorithm that made the selection. Costs the ratios.
HOLDFAST_EXPORT Explanation explain(const Objective& objective, const OptionValues& algorithm,
                                    const Selection& selection, const Run& run,
                                    const RatioOptions& options = {});

}  // namespace holdfast::registry
