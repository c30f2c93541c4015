#pragma once

#include "holdfast/core/random.hpp"
#include "tests/support/problems.hpp"

namespace holdfast::campaign {

/// A small problem of any kind: one of the catalogue with other data, or one of a shape, of
/// options, groups and events that are drawn too. At most 12 items.
support::TestProblem random_problem(Random& random);

}  // namespace holdfast::campaign
