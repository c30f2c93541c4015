#pragma once

#include <variant>

#include "holdfast/core/export.hpp"
#include "holdfast/core/matrix.hpp"

namespace holdfast::registry {

/// Columns with mean 0 and variance 1 (sum of squares over rows, divided by rows); a constant
/// column becomes 0. With `weights`, a row of weight w counts like w rows.
HOLDFAST_EXPORT Matrix standardized(const Matrix& matrix, std::span<const double> weights = {});

/// Columns divided by their standard deviation, not centered, so that zeros stay zeros: the same as
/// standardized() to an objective that centers by itself. A constant column stays as it is.
HOLDFAST_EXPORT SparseMatrix scaled_to_unit_variance(const SparseMatrix& matrix,
                                                     std::span<const double> weights = {});

}  // namespace holdfast::registry
