#pragma once

#include "holdfast/registry/entries.hpp"
#include "tests/support/problems.hpp"

namespace holdfast::support {

/// An objective of the registry with 8 items or more and default options, made from random positive
/// numbers under the name of each of its sources. Its definition is its own value from scratch.
TestProblem registered_problem(const registry::ObjectiveEntry& entry);

}  // namespace holdfast::support
