#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "holdfast/core/matrix.hpp"

namespace holdfast::linalg {

/// What no deletion exceeds, and the deletion that costs just that, if the search came to its end.
struct LossBound {
  double loss = 0.0;
  std::optional<std::vector<std::size_t>> deleted = {};
};

/// At least as large as what any deletion of `count` rows costs f = tr(A^-1 BB'):
///   max over |E| <= count of f(all) - f(all but E).
/// With M = A^-1 and W = M B this is max over E of tr(M_EE^-1 (WW')_EE): a best subset again, and
/// bounded by the same relaxation. Branching on the row that weighs most (E has it, or has not)
/// brings the bound down, until it meets `found`, a loss that some deletion is known to cause, or
/// `branches` were made. Infinite if A is too near to singular to be inverted with confidence. A
/// branch is O(n^3) for each of a dozen steps; `between` is called after each and may throw.
LossBound bound_largest_loss(const Matrix& quadratic, const Matrix& responses, std::size_t count,
                             double found, int branches, const std::function<void()>& between);

}  // namespace holdfast::linalg
