#pragma once

#include <string>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/objectives/combined/grouped.hpp"
#include "holdfast/tasks/build_objective.hpp"

/// Items that are chosen together and fail together, for any objective.
namespace holdfast::tasks {

/// The groups in a CSV file with the columns item and group, in the order of the file.
HOLDFAST_EXPORT std::vector<Group> read_groups(const std::string& path, const Objective& objective);

/// The same objective over groups of its items; keeps options and facts, and tells how many members
/// the groups have together.
HOLDFAST_EXPORT BuiltObjective in_groups(BuiltObjective built, std::vector<Group> groups);

}  // namespace holdfast::tasks
