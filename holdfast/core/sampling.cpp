#include "holdfast/core/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace holdfast {

std::size_t sample_size(double whole, double steps, double epsilon, std::size_t left) {
  constexpr double rounding = 1e-9;
  const double wanted = std::ceil(whole / steps * std::log(1.0 / epsilon) - rounding);
  if (wanted >= static_cast<double>(left)) return left;
  return static_cast<std::size_t>(std::max(wanted, 1.0));
}

double require_epsilon(double epsilon) {
  if (!(epsilon > 0.0 && epsilon < 1.0)) {
    throw std::invalid_argument(
        fmt::format("epsilon must lie between 0 and 1, both excluded, got {}", epsilon));
  }
  return epsilon;
}

}  // namespace holdfast
