#pragma once

#include <cstddef>

#include "holdfast/core/export.hpp"

namespace holdfast {

/// How many of `whole` things a stochastic step looks at so that `steps` of them see every thing
/// with probability 1 - epsilon: ceil((whole/steps) ln(1/epsilon)), at least 1, capped at `left`.
/// (Mirzasoleiman et al. 2015.)
HOLDFAST_EXPORT std::size_t sample_size(double whole, double steps, double epsilon,
                                        std::size_t left);

/// Returns epsilon; throws std::invalid_argument unless 0 < epsilon < 1.
HOLDFAST_EXPORT double require_epsilon(double epsilon);

}  // namespace holdfast
