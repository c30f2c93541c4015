#pragma once

#include <optional>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/tasks/guarantee.hpp"

namespace holdfast::tasks {

/// Which guarantee applies to a selection.
struct Explanation {
  Ratios ratios;  ///< over sets of at most 2k items
  GuaranteeResult result;
  std::string why_none;  ///< if no statement promises anything: why
  /// f(S \ E) is at least this after any tau deletions: nu_check nu f(S1), if |S0| >= tau and the
  /// ratios are proven.
  std::optional<double> at_least;
};

/// `algorithm` are the options of the algorithm that made the selection. Costs the ratios.
HOLDFAST_EXPORT Explanation explain(const Objective& objective,
                                    const registry::OptionValues& algorithm,
                                    const Selection& selection, const Run& run,
                                    const RatioOptions& options = {});

}  // namespace holdfast::tasks
