#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holdfast/data/table.hpp"
#include "holdfast/data/unusable_cell.hpp"

/// Steps between the numbers of a file and a Table, shared by the formats.
namespace holdfast {

/// Which columns of a file are used, as positions in the file.
struct ColumnChoice {
  std::vector<std::size_t> kept;  ///< ascending, without the target
  std::optional<std::size_t> target;
};

/// Applies `target`, `columns` and `ignore`. Throws InvalidInput where one names no column, where
/// two contradict each other, or where no column is left.
ColumnChoice choose_columns(std::span<const std::string> names, const TableOptions& options,
                            const std::string& path);

std::vector<std::string> chosen_names(std::span<const std::string> names,
                                      const ColumnChoice& choice);

/// Takes rows*cols numbers, row after row.
Matrix matrix_from_rows(std::size_t rows, std::size_t cols, std::vector<double> row_major);

/// x0, x1, ...
std::vector<std::string> numbered_names(std::size_t count);

/// A target from its cells, none of which is empty. For TargetKind::number they are numbers.
Target target_from_texts(std::string name, TargetKind kind, std::vector<std::string> cells);
Target target_from_numbers(std::string name, TargetKind kind, std::vector<double> numbers);

/// Chooses columns and rows of numbers that may be NaN or infinite; for NPY and IDX. Messages count
/// rows from `first_row`.
Table table_from_numbers(FileFormat format, const Matrix& numbers, const TableOptions& options,
                         const std::string& path, std::size_t first_row = 0);

/// Chooses columns of sparse numbers; every number must be finite.
Table table_from_sparse(FileFormat format, const SparseMatrix& numbers, const TableOptions& options,
                        const std::string& path);

/// The error of a file in which every row was dropped.
[[noreturn]] void fail_all_dropped(const std::string& path, const std::string& first_reason,
                                   std::size_t rows, Remedies remedies = {});

}  // namespace holdfast
