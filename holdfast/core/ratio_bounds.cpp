#include "holdfast/core/ratio_bounds.hpp"

#include <algorithm>

namespace holdfast {

const char* to_string(Ratio ratio) {
  switch (ratio) {
    case Ratio::gamma: return "gamma";
    case Ratio::gamma_check: return "gamma_check";
    case Ratio::alpha: return "alpha";
    case Ratio::alpha_check: return "alpha_check";
    case Ratio::nu: return "nu";
    case Ratio::nu_check: return "nu_check";
    case Ratio::theta: return "theta";
  }
  return "";
}

void RatioBounds::at_least(Ratio ratio, double value, const std::string& why) {
  auto& range = ranges_[static_cast<std::size_t>(ratio)];
  if (!(value > range.lower)) return;
  range.lower = std::min(value, 1.0);
  range.why_lower = why;
}

void RatioBounds::at_most(Ratio ratio, double value, const std::string& why) {
  auto& range = ranges_[static_cast<std::size_t>(ratio)];
  if (!(value < range.upper)) return;
  range.upper = std::max(value, 0.0);
  range.why_upper = why;
}

void RatioBounds::apply_relations() {
  const auto relate = [this](Ratio additive, Ratio modular, Ratio curvature) {
    const std::string because = std::string(to_string(additive)) + " >= " + to_string(modular) +
                                " >= 1 - " + to_string(curvature);
    at_least(modular, 1.0 - (*this)[curvature].upper, because);
    at_least(additive, (*this)[modular].lower, because);
    at_most(modular, (*this)[additive].upper, because);
    at_least(curvature, 1.0 - (*this)[modular].upper, because);
  };
  relate(Ratio::nu, Ratio::gamma, Ratio::alpha_check);
  relate(Ratio::nu_check, Ratio::gamma_check, Ratio::alpha);
  at_least(Ratio::theta, (*this)[Ratio::nu].lower * (*this)[Ratio::nu_check].lower,
           "theta >= nu * nu_check");
}

}  // namespace holdfast
