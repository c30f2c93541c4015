#pragma once

#include <vector>

#include "holdfast/core/constraints.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/registry/option_values.hpp"

/// Must-haves, must-nots and caps as people ask for them.
namespace holdfast::registry {

/// must, must-not, kinds, at-most, costs, cost-limit.
HOLDFAST_EXPORT std::vector<Option> constraint_options();

/// Throws std::invalid_argument where a list or file names no items, or where kinds come without
/// caps, caps without kinds, prices without a limit, or a limit without prices.
HOLDFAST_EXPORT Constraints read_constraints(const OptionValues& options,
                                             const Objective& objective);

}  // namespace holdfast::registry
