#include "holdfast/core/sampling.hpp"

#include <algorithm>
#include <cmath>

#include "holdfast/core/require.hpp"

namespace holdfast {

std::size_t sample_size(double whole, double steps, double epsilon, std::size_t left) {
  constexpr double rounding = 1e-9;
  const double wanted = std::ceil(whole / steps * std::log(1.0 / epsilon) - rounding);
  if (wanted >= static_cast<double>(left)) return left;
  return static_cast<std::size_t>(std::max(wanted, 1.0));
}

double require_epsilon(double epsilon) {
  require(epsilon > 0.0 && epsilon < 1.0, "epsilon must lie between 0 and 1, both excluded, got {}",
          epsilon);
  return epsilon;
}

}  // namespace holdfast
