#pragma once

#include "holdfast/core/export.hpp"
#include "holdfast/registry/option.hpp"

/// Options that more than one entry has; one name must mean one thing everywhere.
namespace holdfast::registry {

inline constexpr double largest_int = 2147483647.0;

/// Of whatever looks at random samples.
Option epsilon_option();
/// How many repeats of an adversary that draws.
Option repeats_option();
/// A size: a whole number of at least 1.
Option count_option(const char* name, const char* help, std::int64_t default_value);

/// Of every objective: which items belong together.
HOLDFAST_EXPORT Option groups_option();
/// Of every objective: which losses to prepare for. outages, failure-rates,
/// failure-groups, draws, measure, tail.
HOLDFAST_EXPORT std::vector<Option> failure_options();

}  // namespace holdfast::registry
