#pragma once

#include <optional>

#include "holdfast/core/export.hpp"
#include "holdfast/data/coordinates.hpp"
#include "holdfast/tasks/build_objective.hpp"

namespace holdfast::tasks {

/// Where the items are: as the file of coordinates says or, without one, the points of two numbers
/// that the objective was made of; nothing if neither is there.
HOLDFAST_EXPORT std::optional<Places> places_of(const BuiltObjective& built,
                                                const std::optional<std::string>& coordinates);

}  // namespace holdfast::tasks
