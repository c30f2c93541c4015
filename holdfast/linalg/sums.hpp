#pragma once

#include <Eigen/Dense>
#include <array>
#include <cstddef>
#include <span>

namespace holdfast::linalg {

/// x'v_0, ..., x'v_(Count-1) while x is read once. Sums run in eight lanes from the first entry on:
/// the result depends on the numbers only, not on where in memory they happen to lie (Eigen's own
/// reductions begin at an aligned address).
template <std::size_t Count>
void inner_products(std::span<const double> x, const std::array<const double*, Count>& v,
                    std::array<double, Count>& out) {
  using Pack = Eigen::Array<double, 8, 1>;
  std::array<Pack, Count> sums;
  sums.fill(Pack::Zero());
  const std::size_t whole = x.size() / 8 * 8;
  for (std::size_t i = 0; i < whole; i += 8) {
    const Pack here = Eigen::Map<const Pack>(x.data() + i);
    for (std::size_t k = 0; k < Count; ++k) sums[k] += here * Eigen::Map<const Pack>(v[k] + i);
  }
  for (std::size_t k = 0; k < Count; ++k) {
    out[k] = sums[k].sum();
    for (std::size_t i = whole; i < x.size(); ++i) out[k] += x[i] * v[k][i];
  }
}

inline double inner_product(std::span<const double> a, std::span<const double> b) {
  std::array<double, 1> result{};
  inner_products(a, std::array{b.data()}, result);
  return result[0];
}

inline double squared_norm(std::span<const double> a) { return inner_product(a, a); }

/// The sum from the first entry to the last.
inline double plain_sum(std::span<const double> a) {
  double sum = 0.0;
  for (const double x : a) sum += x;
  return sum;
}

}  // namespace holdfast::linalg
