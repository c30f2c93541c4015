#include "holdfast/core/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast {

Matrix::Matrix(std::size_t rows, std::size_t cols, std::vector<double> column_major)
    : rows_(rows), cols_(cols) {
  require(column_major.size() == rows * cols, "a {} x {} matrix needs {} numbers, got {}", rows,
          cols, rows * cols, column_major.size());
  auto owned = std::make_shared<const std::vector<double>>(std::move(column_major));
  data_ = owned->data();
  keeper_ = std::move(owned);
}

Matrix::Matrix(std::size_t rows, std::size_t cols, const double* data,
               std::shared_ptr<const void> keeper)
    : rows_(rows), cols_(cols), data_(data), keeper_(std::move(keeper)) {}

SparseMatrix::SparseMatrix(std::size_t rows, std::size_t cols, std::vector<std::int64_t> starts,
                           std::vector<std::int32_t> row_indices, std::vector<double> values)
    : rows_(rows), cols_(cols) {
  require(starts.size() == cols + 1 && starts.front() == 0 && row_indices.size() == values.size() &&
              starts.back() == static_cast<std::int64_t>(values.size()),
          "sparse matrix: the sizes of the arrays do not match");
  require(std::is_sorted(starts.begin(), starts.end()),
          "sparse matrix: column starts must not decrease");
  for (std::size_t j = 0; j < cols; ++j) {
    for (auto p = starts[j]; p < starts[j + 1]; ++p) {
      const auto row = row_indices[static_cast<std::size_t>(p)];
      const bool ascends = p == starts[j] || row_indices[static_cast<std::size_t>(p) - 1] < row;
      require(row >= 0 && static_cast<std::size_t>(row) < rows && ascends,
              "sparse matrix: column {} has row {}, rows must ascend from 0 to {}", j, row,
              static_cast<std::int64_t>(rows) - 1);
    }
  }
  arrays_ = std::make_shared<const Arrays>(
      Arrays{std::move(starts), std::move(row_indices), std::move(values)});
}

std::span<const std::int32_t> SparseMatrix::column_rows(std::size_t j) const {
  const auto begin = static_cast<std::size_t>(arrays_->starts[j]);
  const auto end = static_cast<std::size_t>(arrays_->starts[j + 1]);
  return std::span(arrays_->row_indices).subspan(begin, end - begin);
}

std::span<const double> SparseMatrix::column_values(std::size_t j) const {
  const auto begin = static_cast<std::size_t>(arrays_->starts[j]);
  const auto end = static_cast<std::size_t>(arrays_->starts[j + 1]);
  return std::span(arrays_->values).subspan(begin, end - begin);
}

Matrix SparseMatrix::to_dense() const {
  std::vector<double> dense(rows_ * cols_, 0.0);
  for (std::size_t j = 0; j < cols_; ++j) {
    const auto where = column_rows(j);
    const auto what = column_values(j);
    for (std::size_t p = 0; p < where.size(); ++p)
      dense[j * rows_ + static_cast<std::size_t>(where[p])] = what[p];
  }
  return {rows_, cols_, std::move(dense)};
}

namespace {

[[noreturn]] void not_finite(const char* what, std::size_t row, std::size_t column, double value) {
  throw InvalidInput(fmt::format("{}: row {}, column {} is {}; every value must be finite", what,
                                 row, column, value));
}

}  // namespace

void require_finite(const Matrix& matrix, const char* what) {
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto column = matrix.column(j);
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (!std::isfinite(column[i])) not_finite(what, i, j, column[i]);
    }
  }
}

void require_finite(const SparseMatrix& matrix, const char* what) {
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto values = matrix.column_values(j);
    for (std::size_t p = 0; p < values.size(); ++p) {
      if (!std::isfinite(values[p])) {
        not_finite(what, static_cast<std::size_t>(matrix.column_rows(j)[p]), j, values[p]);
      }
    }
  }
}

void require_finite(std::span<const double> values, const char* what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    require<InvalidInput>(std::isfinite(values[i]),
                          "{}: entry {} is {}; every value must be finite", what, i, values[i]);
  }
}

}  // namespace holdfast
