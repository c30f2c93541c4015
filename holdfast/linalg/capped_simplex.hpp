#pragma once

#include <algorithm>
#include <span>

namespace holdfast::linalg {

/// Projects onto {0 <= s <= 1, sum s <= limit}, in place. Bisection on the shift: O(64 n).
inline void project_to_capped_simplex(std::span<double> s, double limit) {
  const auto total_at = [&](double shift) {
    double sum = 0.0;
    for (const double x : s) sum += std::clamp(x - shift, 0.0, 1.0);
    return sum;
  };
  double shift = 0.0;
  if (total_at(0.0) > limit) {
    double low = 0.0;
    double high = *std::ranges::max_element(s);
    for (int i = 0; i < 64 && high - low > 0.0; ++i) {
      const double middle = 0.5 * (low + high);
      (total_at(middle) > limit ? low : high) = middle;
    }
    shift = high;
  }
  for (double& x : s) x = std::clamp(x - shift, 0.0, 1.0);
}

}  // namespace holdfast::linalg
