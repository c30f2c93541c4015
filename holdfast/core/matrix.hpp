#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "holdfast/core/export.hpp"

namespace holdfast {

/// An immutable dense matrix in column-major order. Copies share the numbers, so passing one is
/// cheap, and several threads may read it. It owns its numbers or borrows them from a keeper (a
/// NumPy array, say).
class HOLDFAST_EXPORT Matrix {
 public:
  Matrix() = default;
  /// Takes rows*cols numbers, column-major.
  Matrix(std::size_t rows, std::size_t cols, std::vector<double> column_major);
  /// Borrows; `keeper` keeps `data` alive.
  Matrix(std::size_t rows, std::size_t cols, const double* data,
         std::shared_ptr<const void> keeper);

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  const double* data() const { return data_; }
  std::span<const double> column(std::size_t j) const { return {data_ + j * rows_, rows_}; }
  double operator()(std::size_t i, std::size_t j) const { return data_[j * rows_ + i]; }

 private:
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  const double* data_ = nullptr;
  std::shared_ptr<const void> keeper_;
};

/// An immutable sparse matrix in compressed columns; row indices ascend within a column. Copies
/// share the arrays.
class HOLDFAST_EXPORT SparseMatrix {
 public:
  SparseMatrix() = default;
  /// `starts` has cols+1 entries; checks that the arrays fit together.
  SparseMatrix(std::size_t rows, std::size_t cols, std::vector<std::int64_t> starts,
               std::vector<std::int32_t> row_indices, std::vector<double> values);

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t nonzeros() const { return arrays_ ? arrays_->values.size() : 0; }
  std::span<const std::int32_t> column_rows(std::size_t j) const;
  std::span<const double> column_values(std::size_t j) const;
  /// The arrays, column after column; `starts` has cols+1 entries.
  std::span<const std::int64_t> starts() const { return arrays_->starts; }
  std::span<const std::int32_t> row_indices() const { return arrays_->row_indices; }
  std::span<const double> values() const { return arrays_->values; }

  Matrix to_dense() const;

 private:
  struct Arrays {
    std::vector<std::int64_t> starts;
    std::vector<std::int32_t> row_indices;
    std::vector<double> values;
  };
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::shared_ptr<const Arrays> arrays_;
};

/// Throws InvalidInput that names the first cell that is NaN or infinite: "what: row i, column j is
/// nan".
HOLDFAST_EXPORT void require_finite(const Matrix& matrix, const char* what);
HOLDFAST_EXPORT void require_finite(const SparseMatrix& matrix, const char* what);
HOLDFAST_EXPORT void require_finite(std::span<const double> values, const char* what);

}  // namespace holdfast
