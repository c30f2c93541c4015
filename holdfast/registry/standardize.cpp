#include "holdfast/registry/standardize.hpp"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace holdfast::registry {
namespace {

struct Moments {
  double mean = 0.0;
  double deviation = 0.0;  ///< 0 for a constant column, rounding put aside
};

/// `implicit_zeros` entries beside the given values count as 0.
Moments moments_of(std::span<const double> values, std::size_t implicit_zeros) {
  const auto rows = static_cast<double>(values.size() + implicit_zeros);
  if (rows == 0.0) return {};
  double sum = 0.0;
  double largest = 0.0;
  for (const double value : values) {
    sum += value;
    largest = std::max(largest, std::abs(value));
  }
  const double mean = sum / rows;
  double squares = static_cast<double>(implicit_zeros) * mean * mean;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double deviation = std::sqrt(squares / rows);
  // The mean of equal numbers may differ from them in the last digits; that is no variance.
  return {mean, deviation > 1e-13 * largest ? deviation : 0.0};
}

}  // namespace

Matrix standardized(const Matrix& matrix) {
  std::vector<double> numbers;
  numbers.reserve(matrix.rows() * matrix.cols());
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto column = matrix.column(j);
    const auto [mean, deviation] = moments_of(column, 0);
    for (const double value : column) {
      numbers.push_back(deviation > 0.0 ? (value - mean) / deviation : 0.0);
    }
  }
  return {matrix.rows(), matrix.cols(), std::move(numbers)};
}

SparseMatrix scaled_to_unit_variance(const SparseMatrix& matrix) {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto column = matrix.column_values(j);
    const double deviation = moments_of(column, matrix.rows() - column.size()).deviation;
    for (const double value : column) values.push_back(deviation > 0.0 ? value / deviation : value);
    const auto indices = matrix.column_rows(j);
    rows.insert(rows.end(), indices.begin(), indices.end());
    starts.push_back(static_cast<std::int64_t>(values.size()));
  }
  return {matrix.rows(), matrix.cols(), std::move(starts), std::move(rows), std::move(values)};
}

}  // namespace holdfast::registry
