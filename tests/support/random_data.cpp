#include "tests/support/random_data.hpp"

#include <cmath>
#include <utility>

#include "holdfast/core/random.hpp"

namespace holdfast::support {
namespace {

using Rows = std::vector<std::vector<double>>;

Matrix from_columns(const Rows& columns, std::size_t rows) {
  std::vector<double> numbers;
  for (const auto& column : columns) numbers.insert(numbers.end(), column.begin(), column.end());
  return {rows, columns.size(), std::move(numbers)};
}

std::vector<double> row(const Matrix& matrix, std::size_t i) {
  std::vector<double> numbers;
  for (std::size_t j = 0; j < matrix.cols(); ++j) numbers.push_back(matrix(i, j));
  return numbers;
}

std::vector<double> random_column(const LinearShape& shape, Random& random) {
  std::vector<double> column(shape.rows);
  for (double& x : column) {
    x = shape.integers ? static_cast<double>(random.below(5)) - 2.0 : random.normal();
    if (shape.sparse && random.below(3) > 0) x = 0.0;
  }
  return column;
}

void make_special_columns(Rows& columns, const LinearShape& shape) {
  const std::size_t last = columns.size() - 1;
  if (shape.constant) columns[3].assign(shape.rows, 0.1);
  if (shape.zero) columns[4].assign(shape.rows, 0.0);
  for (std::size_t i = 0; i < shape.rows; ++i) {
    if (shape.dependent) columns[last - 1][i] = columns[1][i] + columns[2][i];
    if (shape.duplicated) columns[last][i] = columns[0][i];
  }
}

}  // namespace

LinearData random_linear_data(const LinearShape& shape, std::uint64_t seed) {
  Random random(seed, 11);
  Rows columns;
  for (std::size_t j = 0; j < shape.cols; ++j) {
    auto column = random_column(shape, random);
    if (j > 0 && shape.correlation != 0.0) {
      const double fresh = std::sqrt(1.0 - shape.correlation * shape.correlation);
      for (std::size_t i = 0; i < shape.rows; ++i) {
        column[i] = shape.correlation * columns[j - 1][i] + fresh * column[i];
      }
    }
    columns.push_back(std::move(column));
  }
  for (std::size_t j = 0; j < shape.cols; ++j) {
    const double scale = std::pow(shape.scale_spread, static_cast<double>(j % 3));
    for (double& x : columns[j]) x *= scale;
  }
  make_special_columns(columns, shape);

  std::vector<double> response(shape.rows);
  for (double& y : response) y = 0.5 + random.normal();
  for (const auto& column : columns) {
    const double weight = random.normal();
    for (std::size_t i = 0; i < shape.rows; ++i) response[i] += weight * column[i];
  }
  return {from_columns(columns, shape.rows), std::move(response)};
}

SparseMatrix to_sparse(const Matrix& dense) {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;
  for (std::size_t j = 0; j < dense.cols(); ++j) {
    for (std::size_t i = 0; i < dense.rows(); ++i) {
      if (dense(i, j) == 0.0) continue;
      rows.push_back(static_cast<std::int32_t>(i));
      values.push_back(dense(i, j));
    }
    starts.push_back(static_cast<std::int64_t>(values.size()));
  }
  return {dense.rows(), dense.cols(), std::move(starts), std::move(rows), std::move(values)};
}

Matrix random_points(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  Random random(seed, 12);
  std::vector<double> numbers(count * dimensions);
  for (double& x : numbers) x = random.normal();
  return {count, dimensions, std::move(numbers)};
}

Matrix random_similarity(std::size_t rows, std::size_t items, std::uint64_t seed) {
  const Kernel kernel{Kernel::Shape::squared_exponential, std::sqrt(2.0), 1.0};
  return kernel_matrix_by_definition(kernel, random_points(rows, 2, seed),
                                     random_points(items, 2, seed + 1));
}

SparseMatrix random_cover(std::size_t elements, std::size_t items, double probability,
                          std::uint64_t seed) {
  Random random(seed, 13);
  std::vector<double> numbers(elements * items);
  for (double& x : numbers) x = random.uniform() < probability ? 1.0 : 0.0;
  return to_sparse({elements, items, std::move(numbers)});
}

std::vector<double> random_weights(std::size_t count, std::uint64_t seed) {
  Random random(seed, 14);
  std::vector<double> weights(count);
  for (double& w : weights) w = random.uniform(0.0, 3.0);
  return weights;
}

double kernel_by_definition(const Kernel& kernel, std::span<const double> a,
                            std::span<const double> b) {
  double square = 0.0;
  double product = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = (a[i] - b[i]) / kernel.lengthscale;
    square += difference * difference;
    product += (a[i] / kernel.lengthscale) * (b[i] / kernel.lengthscale);
  }
  const double r = std::sqrt(square);
  const double v = kernel.output_variance;
  switch (kernel.shape) {
    case Kernel::Shape::matern12: return v * std::exp(-r);
    case Kernel::Shape::matern32:
      return v * (1.0 + std::sqrt(3.0) * r) * std::exp(-std::sqrt(3.0) * r);
    case Kernel::Shape::matern52:
      return v * (1.0 + std::sqrt(5.0) * r + 5.0 / 3.0 * square) * std::exp(-std::sqrt(5.0) * r);
    case Kernel::Shape::squared_exponential: return v * std::exp(-0.5 * square);
    case Kernel::Shape::linear: return v * product;
  }
  return 0.0;
}

Matrix kernel_matrix_by_definition(const Kernel& kernel, const Matrix& points,
                                   const Matrix& others) {
  std::vector<double> numbers;
  for (std::size_t j = 0; j < others.rows(); ++j) {
    for (std::size_t i = 0; i < points.rows(); ++i) {
      numbers.push_back(kernel_by_definition(kernel, row(points, i), row(others, j)));
    }
  }
  return {points.rows(), others.rows(), std::move(numbers)};
}

}  // namespace holdfast::support
