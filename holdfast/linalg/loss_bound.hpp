#pragma once

#include <cstddef>

#include "holdfast/core/matrix.hpp"

namespace holdfast::linalg {

/// At least as large as what any deletion of `count` rows costs f = tr(A^-1 BB'):
///   max over |E| <= count of f(all) - f(all but E).
/// With M = A^-1 and W = M B this is max over E of tr(M_EE^-1 (WW')_EE): a best subset again, and
/// bounded by the same relaxation. Infinite if A is too near to singular to be inverted with
/// confidence. O(n^3) for each of some dozen steps.
double bound_largest_loss(const Matrix& quadratic, const Matrix& responses, std::size_t count);

}  // namespace holdfast::linalg
