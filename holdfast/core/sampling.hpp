#pragma once

#include <cstddef>

#include "holdfast/core/export.hpp"

namespace holdfast {

/// The sample size of a stochastic step. With it, `steps` samples from `whole` things include any
/// one of them with probability about 1 - epsilon: ceil((whole/steps) ln(1/epsilon)), at least 1
/// and at most `left` (Mirzasoleiman et al. 2015).
HOLDFAST_EXPORT std::size_t sample_size(double whole, double steps, double epsilon,
                                        std::size_t left);

/// Returns epsilon; throws std::invalid_argument unless 0 < epsilon < 1.
HOLDFAST_EXPORT double require_epsilon(double epsilon);

}  // namespace holdfast
