#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>

namespace holdfast::linalg {

/// sum + a * b. Left to itself, a compiler fuses it in one loop and not in another.
inline double plus_product(double sum, double a, double b) {
#ifdef __FMA__
  return std::fma(a, b, sum);
#else
  return sum + a * b;
#endif
}

/// out[c][k] = x_c'v_k, reading each x_c once. Sums run in eight lanes from the first entry on. So
/// the result depends on the numbers only, not on their place in memory (Eigen's own reductions
/// begin at an aligned address) nor on how many products are computed at a time.
template <std::size_t Columns, std::size_t Count>
void inner_products(const std::array<const double*, Columns>& x,
                    const std::array<const double*, Count>& v, std::size_t length,
                    std::array<std::array<double, Count>, Columns>& out) {
  using Pack = Eigen::Array<double, 8, 1>;
  Pack sums[Columns][Count];  // in registers
  for (auto& of_column : sums) std::fill(std::begin(of_column), std::end(of_column), Pack::Zero());
  const std::size_t whole = length / 8 * 8;
  for (std::size_t i = 0; i < whole; i += 8) {
    for (std::size_t k = 0; k < Count; ++k) {
      const Pack there = Eigen::Map<const Pack>(v[k] + i);
      for (std::size_t c = 0; c < Columns; ++c)
        sums[c][k] += Eigen::Map<const Pack>(x[c] + i) * there;
    }
  }
  for (std::size_t c = 0; c < Columns; ++c) {
    for (std::size_t k = 0; k < Count; ++k) {
      out[c][k] = sums[c][k].sum();
      for (std::size_t i = whole; i < length; ++i) out[c][k] += x[c][i] * v[k][i];
    }
  }
}

inline double inner_product(std::span<const double> a, std::span<const double> b) {
  std::array<std::array<double, 1>, 1> result{};
  inner_products(std::array{a.data()}, std::array{b.data()}, a.size(), result);
  return result[0][0];
}

/// How many columns are multiplied with one vector side by side, so that additions do not wait for
/// each other and the sums fit into the registers.
#if defined(__AVX512F__)
inline constexpr std::size_t columns_abreast = 4;
#elif defined(__AVX2__)
inline constexpr std::size_t columns_abreast = 3;
#else
inline constexpr std::size_t columns_abreast = 2;
#endif

/// Calls visit.operator()<n>(c) for all columns c of [begin, end), n = `Abreast` of them at a time
/// while there are so many, then one at a time; or in the opposite order.
template <std::size_t Abreast, class Visit>
void visit_abreast(std::size_t begin, std::size_t end, bool backwards, const Visit& visit) {
  const std::size_t whole = begin + (end - begin) / Abreast * Abreast;
  if (backwards) {
    for (std::size_t c = end; c > whole; --c) visit.template operator()<1>(c - 1);
    for (std::size_t c = whole; c > begin; c -= Abreast)
      visit.template operator()<Abreast>(c - Abreast);
  } else {
    for (std::size_t c = begin; c < whole; c += Abreast) visit.template operator()<Abreast>(c);
    for (std::size_t c = whole; c < end; ++c) visit.template operator()<1>(c);
  }
}

/// out[c] = x_c'v for the `out.size()` columns that begin `stride` numbers apart at `first`, from
/// the first or from the last.
inline void inner_products_with(std::span<const double> v, const double* first, std::size_t stride,
                                std::span<double> out, bool backwards = false) {
  const auto several = [&]<std::size_t Columns>(std::size_t c) {
    std::array<const double*, Columns> x{};
    for (std::size_t i = 0; i < Columns; ++i) x[i] = first + (c + i) * stride;
    std::array<std::array<double, 1>, Columns> products{};
    inner_products(x, std::array{v.data()}, v.size(), products);
    for (std::size_t i = 0; i < Columns; ++i) out[c + i] = products[i][0];
  };
  visit_abreast<columns_abreast>(0, out.size(), backwards, several);
}

inline double squared_norm(std::span<const double> a) { return inner_product(a, a); }

/// The sum from the first entry to the last.
inline double plain_sum(std::span<const double> a) {
  double sum = 0.0;
  for (const double x : a) sum += x;
  return sum;
}

}  // namespace holdfast::linalg
