#include "holdfast/theory/known_ratios.hpp"

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

constexpr double rounding = 1e-9;

bool is_one(const std::optional<KnownRatio>& ratio) {
  return ratio && ratio->value >= 1.0 - rounding;
}
bool is_zero(const std::optional<KnownRatio>& ratio) { return ratio && ratio->value <= rounding; }

}  // namespace

KnownRatios::KnownRatios(const Ratios& ratios, bool estimates) {
  for (const Ratio ratio : all_ratios) {
    const RatioValue& value = ratios[ratio];
    if (estimates && value.kind != RatioKind::exact) {
      set(ratio, is_curvature(ratio) ? value.range.lower : value.range.upper, false);
    } else {
      set(ratio, value.value, value.is_safe(ratio));
    }
  }
}

void KnownRatios::set(Ratio ratio, double value, bool proven) {
  require(value >= 0.0 && value <= 1.0, "{} must lie between 0 and 1, got {}", to_string(ratio),
          value);
  known_[static_cast<std::size_t>(ratio)] = KnownRatio{value, proven};
}

void KnownRatios::fill(Ratio ratio, double value, bool proven) {
  if (!(*this)[ratio]) set(ratio, value, proven);
}

void KnownRatios::fill_from(Ratio ratio, Ratio other, bool complement) {
  if (const auto& known = (*this)[other])
    fill(ratio, complement ? 1.0 - known->value : known->value, known->proven);
}

bool KnownRatios::submodular() const {
  return is_one((*this)[Ratio::gamma]) || is_zero((*this)[Ratio::alpha_check]);
}

void KnownRatios::complete() {
  const auto proven = [this](Ratio a, Ratio b) {
    return ((*this)[a] && (*this)[a]->proven) || ((*this)[b] && (*this)[b]->proven);
  };
  if (submodular()) {
    const bool sure = proven(Ratio::gamma, Ratio::alpha_check);
    fill(Ratio::alpha_check, 0.0, sure);
    for (const Ratio ratio : {Ratio::gamma, Ratio::nu, Ratio::theta}) fill(ratio, 1.0, sure);
  }
  if (is_one((*this)[Ratio::gamma_check]) || is_zero((*this)[Ratio::alpha])) {
    const bool sure = proven(Ratio::gamma_check, Ratio::alpha);
    fill(Ratio::alpha, 0.0, sure);
    for (const Ratio ratio : {Ratio::gamma_check, Ratio::nu_check}) fill(ratio, 1.0, sure);
  }
  fill_from(Ratio::gamma, Ratio::alpha_check, true);
  fill_from(Ratio::nu, Ratio::gamma, false);
  fill_from(Ratio::gamma_check, Ratio::alpha, true);
  fill_from(Ratio::nu_check, Ratio::gamma_check, false);
  const auto& nu = (*this)[Ratio::nu];
  const auto& nu_check = (*this)[Ratio::nu_check];
  if (nu && nu_check)
    fill(Ratio::theta, nu->value * nu_check->value, nu->proven && nu_check->proven);
}

}  // namespace holdfast
