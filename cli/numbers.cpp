#include "cli/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace holdfast::cli {

NumberFormat::NumberFormat(std::span<const double> values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  if (largest == 0.0) return;
  const int magnitude = static_cast<int>(std::floor(std::log10(largest)));
  constexpr int digits = 6;
  constexpr int largest_plain = 9;
  constexpr int smallest_plain = -4;
  scientific_ = magnitude > largest_plain || magnitude < smallest_plain;
  decimals_ = scientific_ ? digits - 1 : std::clamp(digits - 1 - magnitude, 0, digits);
}

std::string NumberFormat::operator()(double value) const {
  return scientific_ ? fmt::format("{:.{}e}", value, decimals_)
                     : fmt::format("{:.{}f}", value, decimals_);
}

std::string percent(std::optional<double> part) {
  return part ? fmt::format("{:.1f} %", 100.0 * *part) : "";
}

std::string grouped(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (std::ptrdiff_t at = std::ssize(digits) - 3; at > (count < 0 ? 1 : 0); at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string counted(std::int64_t count, const std::string& noun) {
  return grouped(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string duration(double seconds) {
  if (seconds < 0.1) return fmt::format("{:.2g} ms", 1000.0 * seconds);
  if (seconds < 10.0) return fmt::format("{:.2f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace holdfast::cli
