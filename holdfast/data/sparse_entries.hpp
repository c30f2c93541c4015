#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/matrix.hpp"

namespace holdfast {

/// The entries of a sparse matrix in any order.
struct SparseEntries {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<std::int32_t> row_of;
  std::vector<std::int32_t> column_of;
  std::vector<double> values;
};

/// Brings them into columns; entries of the same cell are added up. O(entries + rows + columns).
SparseMatrix to_columns(SparseEntries entries);

/// One column for each of `items` items from rows that name equally many neighbours each; below 0
/// is nobody. Throws InvalidInput if a row names an item twice. O(neighbours + items).
HOLDFAST_EXPORT SparseMatrix columns_of_neighbors(std::size_t items, std::size_t rows,
                                                  std::span<const std::int32_t> neighbors,
                                                  std::span<const double> values);

/// These columns of the matrix, in this order.
SparseMatrix chosen_columns(const SparseMatrix& matrix, const std::vector<std::size_t>& columns);

/// One column written out.
std::vector<double> dense_column(const SparseMatrix& matrix, std::size_t column);

}  // namespace holdfast
