#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "holdfast/core/export.hpp"

namespace holdfast {

/// The seven numbers in [0, 1] that say how far a monotone f is from submodular, supermodular and
/// modular. With f(X|S) = f(S + X) - f(S), each is the best constant for which the inequality
/// holds:
///   gamma        sum over i in X of f(i|S) >= gamma f(X|S),         S, X disjoint
///   gamma_check  f(X|S) >= gamma_check * sum over i in X of f(i|S), S, X disjoint
///   alpha        f(i|B) >= (1 - alpha) f(i|A),                      A in B, i not in B
///   alpha_check  f(i|A) >= (1 - alpha_check) f(i|B),                A in B, i not in B
///   nu           gamma with S empty
///   nu_check     gamma_check with S empty
///   theta        f(A) + f(B) >= theta f(A + B),                     A, B disjoint
/// Large is good, except for the two curvatures alpha and alpha_check.
enum class Ratio { gamma, gamma_check, alpha, alpha_check, nu, nu_check, theta };

inline constexpr std::array<Ratio, 7> all_ratios = {
    Ratio::gamma, Ratio::gamma_check, Ratio::alpha, Ratio::alpha_check,
    Ratio::nu,    Ratio::nu_check,    Ratio::theta};

/// The name as it stands in files: "gamma_check", say.
HOLDFAST_EXPORT const char* to_string(Ratio ratio);
/// Whether it is alpha or alpha_check: small is good, and a guarantee needs an upper bound.
constexpr bool is_curvature(Ratio ratio) {
  return ratio == Ratio::alpha || ratio == Ratio::alpha_check;
}

/// What is known for certain about one ratio, and why.
struct RatioRange {
  double lower = 0.0;
  double upper = 1.0;
  std::string why_lower;  ///< empty while nothing better than 0 is known
  std::string why_upper;  ///< empty while nothing better than 1 is known
};

/// What is known for certain about all seven ratios.
class HOLDFAST_EXPORT RatioBounds {
 public:
  const RatioRange& operator[](Ratio ratio) const {
    return ranges_[static_cast<std::size_t>(ratio)];
  }

  /// Keeps the better of this bound and the present one. The value is clamped to [0, 1].
  void at_least(Ratio ratio, double value, const std::string& why);
  void at_most(Ratio ratio, double value, const std::string& why);

  /// Tightens the bounds by these relations:
  ///   nu >= gamma >= 1 - alpha_check, nu_check >= gamma_check >= 1 - alpha, theta >= nu nu_check.
  void apply_relations();

 private:
  std::array<RatioRange, all_ratios.size()> ranges_;
};

}  // namespace holdfast
