#include "holdfast/registry/standardize.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/core/random.hpp"

namespace holdfast::registry {
namespace {

constexpr std::size_t rows = 50;

Matrix sample() {
  Random random(11);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < rows; ++i) numbers.push_back(1e6 + random.normal());
  for (std::size_t i = 0; i < rows; ++i) numbers.push_back(0.1);
  for (std::size_t i = 0; i < rows; ++i) numbers.push_back(i % 3 == 0 ? 0.0 : random.normal());
  return {rows, 3, std::move(numbers)};
}

double mean_of(std::span<const double> column) {
  double sum = 0.0;
  for (const double value : column) sum += value;
  return sum / static_cast<double>(column.size());
}

double variance_of(std::span<const double> column) {
  const double mean = mean_of(column);
  double sum = 0.0;
  for (const double value : column) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(column.size());
}

TEST(Standardized, ColumnsHaveMeanZeroAndVarianceOne) {
  const Matrix result = standardized(sample());
  for (const std::size_t j : {0U, 2U}) {
    EXPECT_NEAR(mean_of(result.column(j)), 0.0, 1e-9);
    EXPECT_NEAR(variance_of(result.column(j)), 1.0, 1e-9);
  }
}

TEST(Standardized, AConstantColumnIsZero) {
  const Matrix matrix = standardized(sample());
  for (const double value : matrix.column(1)) EXPECT_EQ(value, 0.0);
}

/// Squares of such numbers overflow or vanish; a power of two rounds nothing.
TEST(Standardized, HugeAndTinyColumnsAreTheSame) {
  const Matrix usual = standardized(sample());
  for (const int power : {1000, -1000}) {
    const Matrix given = sample();
    std::vector<double> numbers(given.data(), given.data() + 3 * rows);
    for (double& number : numbers) number = std::ldexp(number, power);
    const Matrix scaled = standardized(Matrix(rows, 3, std::move(numbers)));
    for (std::size_t i = 0; i < 3 * rows; ++i) EXPECT_EQ(scaled.data()[i], usual.data()[i]);
  }
}

TEST(ScaledToUnitVariance, EqualsStandardizedUpToTheMean) {
  const Matrix dense = sample();
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> indices;
  std::vector<double> values;
  for (std::size_t j = 0; j < dense.cols(); ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      if (dense(i, j) == 0.0) continue;
      indices.push_back(static_cast<std::int32_t>(i));
      values.push_back(dense(i, j));
    }
    starts.push_back(static_cast<std::int64_t>(values.size()));
  }
  const SparseMatrix sparse(rows, dense.cols(), starts, indices, values);
  const Matrix scaled = scaled_to_unit_variance(sparse).to_dense();
  const Matrix expected = standardized(dense);
  for (const std::size_t j : {0U, 2U}) {
    const double mean = mean_of(scaled.column(j));
    for (std::size_t i = 0; i < rows; ++i) {
      EXPECT_NEAR(scaled(i, j) - mean, expected(i, j), 1e-6) << i << "," << j;
    }
  }
  EXPECT_EQ(scaled(0, 1), 0.1);
}

}  // namespace
}  // namespace holdfast::registry
