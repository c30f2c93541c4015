#pragma once

#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/tasks/build_objective.hpp"

namespace holdfast::tasks {

/// How people call value / largest possible value.
struct ShareName {
  bool is_r_squared = false;                      ///< it has a name of its own: R squared
  std::string whole = "of the largest possible";  ///< what it is a part of
};

HOLDFAST_EXPORT ShareName share_name(const BuiltObjective& built);

}  // namespace holdfast::tasks
