#pragma once

#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/theory/guarantees.hpp"
#include "holdfast/theory/ratios.hpp"

namespace holdfast::registry {

/// How ratios are looked for: exact-up-to, largest-set, chains, chain-length.
HOLDFAST_EXPORT std::vector<Option> ratio_search_options();
HOLDFAST_EXPORT RatioOptions ratio_options(const OptionValues& options);

/// gamma, gamma-check, ... as numbers that the caller knows; `estimates` says that they are no more
/// than that.
HOLDFAST_EXPORT std::vector<Option> known_ratio_options();
/// Those of the options that are given.
HOLDFAST_EXPORT KnownRatios known_ratios(const OptionValues& options);
HOLDFAST_EXPORT bool any_ratio_given(const OptionValues& options);

}  // namespace holdfast::registry
