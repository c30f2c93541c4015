#pragma once

#include <array>

#include "holdfast/theory/ratio_value.hpp"

namespace holdfast {

/// A ratio as a guarantee uses it.
struct KnownRatio {
  double value = 0.0;
  /// Exact, or bounded from the side on which guarantees get weaker. Otherwise it is an estimate,
  /// and so is every guarantee made from it.
  bool proven = true;
};

/// What the guarantees start from: any of the seven ratios may be unknown.
class HOLDFAST_EXPORT KnownRatios {
 public:
  /// Nothing is known.
  KnownRatios() = default;
  /// The values of `ratios`, proven where they are safe to use. With `estimates`, sampled values
  /// are preferred to proven ones: a guess at the truth instead of a guarantee.
  explicit KnownRatios(const Ratios& ratios, bool estimates = false);

  /// Throws std::invalid_argument unless 0 <= value <= 1.
  void set(Ratio ratio, double value, bool proven = true);
  const std::optional<KnownRatio>& operator[](Ratio ratio) const {
    return known_[static_cast<std::size_t>(ratio)];
  }

  /// Fills in unknown ratios that follow from known ones: gamma = 1 or alpha_check = 0 mean
  /// submodular, hence alpha_check = 0 and gamma = nu = theta = 1; gamma_check = 1 or alpha = 0
  /// mean supermodular, hence alpha = 0 and gamma_check = nu_check = 1; gamma >= 1 - alpha_check,
  /// nu >= gamma, gamma_check >= 1 - alpha, nu_check >= gamma_check, theta >= nu nu_check.
  void complete();

  /// gamma = 1 or alpha_check = 0, up to rounding.
  bool submodular() const;

 private:
  void fill(Ratio ratio, double value, bool proven);
  void fill_from(Ratio ratio, Ratio other, bool complement);

  std::array<std::optional<KnownRatio>, all_ratios.size()> known_;
};

}  // namespace holdfast
