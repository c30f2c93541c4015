#include "holdfast/registry/standardize.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace holdfast::registry {
namespace {

struct ColumnMoments {
  double mean = 0.0;
  double deviation = 0.0;  ///< 0 for a constant column, rounding put aside
  double unit = 1.0;       ///< both are of the values times this power of two
};

/// 1 for ordinary numbers; else what brings them near 1, because their squares would overflow or
/// vanish. A power of two rounds nothing.
double unit_for(double largest) {
  constexpr int ordinary = 300;
  constexpr int greatest = 1022;
  if (largest == 0.0) return 1.0;
  const int exponent = std::ilogb(largest);
  return std::abs(exponent) <= ordinary ? 1.0 : std::ldexp(1.0, std::min(-exponent, greatest));
}

/// `total` is the weight of all rows; what the values leave of it belongs to zeros. `weight(i)` is
/// that of the i-th value.
template <class Weight>
ColumnMoments moments_of(std::span<const double> values, double total, const Weight& weight) {
  if (total == 0.0) return {};
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  const double unit = unit_for(largest);
  double sum = 0.0;
  double of_values = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weight(i) * (values[i] * unit);
    of_values += weight(i);
  }
  const double mean = sum / total;
  double squares = std::max(0.0, total - of_values) * mean * mean;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double distance = values[i] * unit - mean;
    squares += weight(i) * distance * distance;
  }
  const double deviation = std::sqrt(squares / total);
  // The mean of equal numbers may differ from them in the last digits; that is no variance.
  return {mean, deviation > 1e-13 * (largest * unit) ? deviation : 0.0, unit};
}

double total_weight(std::size_t rows, std::span<const double> weights) {
  if (weights.empty()) return static_cast<double>(rows);
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace

Matrix standardized(const Matrix& matrix, std::span<const double> weights) {
  const double total = total_weight(matrix.rows(), weights);
  const auto weight = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  std::vector<double> numbers;
  numbers.reserve(matrix.rows() * matrix.cols());
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto column = matrix.column(j);
    const auto [mean, deviation, unit] = moments_of(column, total, weight);
    for (const double value : column) {
      numbers.push_back(deviation > 0.0 ? (value * unit - mean) / deviation : 0.0);
    }
  }
  return {matrix.rows(), matrix.cols(), std::move(numbers)};
}

SparseMatrix scaled_to_unit_variance(const SparseMatrix& matrix, std::span<const double> weights) {
  const double total = total_weight(matrix.rows(), weights);
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto column = matrix.column_values(j);
    const auto indices = matrix.column_rows(j);
    const auto weight = [&](std::size_t i) {
      return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(indices[i])];
    };
    const auto moments = moments_of(column, total, weight);
    for (const double value : column) {
      values.push_back(moments.deviation > 0.0 ? value * moments.unit / moments.deviation : value);
    }
    rows.insert(rows.end(), indices.begin(), indices.end());
    starts.push_back(static_cast<std::int64_t>(values.size()));
  }
  return {matrix.rows(), matrix.cols(), std::move(starts), std::move(rows), std::move(values)};
}

}  // namespace holdfast::registry
