#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/matrix.hpp"

namespace holdfast {

enum class FileFormat { csv, npy, idx, libsvm, matrix_market, npz };

HOLDFAST_EXPORT const char* to_string(FileFormat format);

/// What the target column of a table holds.
enum class TargetKind {
  number,  ///< a response: every cell must be a finite number
  label    ///< a class: any text but the empty one
};

/// What to do with a cell that is empty, not a number, NaN or infinite.
enum class Missing {
  error,  ///< stop and name the cell
  drop    ///< leave the row out and count it
};

/// Which columns to read, and how. A column is given by its name, or by its 0-based position in the
/// file; a name wins over a position. Columns without names in the file (NPY, IDX) are called x0,
/// x1, ...
struct TableOptions {
  /// The column to set apart. LIBSVM files bring their own, the label before the pairs: none may be
  /// given for them.
  std::optional<std::string> target;
  TargetKind target_kind = TargetKind::number;
  /// The only columns to look at beside the target; none: all.
  std::vector<std::string> columns;
  /// Columns that are not looked at: dates, names, anything that is not a number.
  std::vector<std::string> ignore;
  Missing missing = Missing::error;
};

/// The target column, one entry a row.
struct Target {
  std::string name;
  /// Empty if TargetKind::label was asked for and some label is not a number.
  std::vector<double> numbers;
  /// Filled for TargetKind::label only: the text without surrounding spaces; if all labels are
  /// numbers, their shortest form, so that 1, 1.0 and +1 are one class in every format.
  std::vector<std::string> labels;

  bool is_numeric() const { return !numbers.empty(); }
};

/// What was read from a data file: rows of finite numbers, at least one row and one column.
struct HOLDFAST_EXPORT Table {
  FileFormat format = FileFormat::csv;
  /// Whether `sparse` holds the numbers (LIBSVM, NPZ, coordinates of MatrixMarket) or `dense` does.
  bool is_sparse = false;
  Matrix dense;
  SparseMatrix sparse;
  /// One name a column, target and ignored columns left out, in the order of the file. LIBSVM: "x"
  /// and the index as it is written in the file.
  std::vector<std::string> column_names;
  std::optional<Target> target;
  std::vector<std::size_t> dropped_rows;  ///< left out under Missing::drop; counted from 0

  std::size_t rows() const { return is_sparse ? sparse.rows() : dense.rows(); }
  std::size_t cols() const { return is_sparse ? sparse.cols() : dense.cols(); }
  /// `dense`, or `sparse` written out: rows * cols numbers, however few of them are in the file.
  Matrix to_dense() const { return is_sparse ? sparse.to_dense() : dense; }
};

/// A matrix whose columns may have names: a kernel, similarities, points.
struct NamedMatrix {
  Matrix values;
  std::vector<std::string> column_names;  ///< one a column, or empty if the file names none
};

/// The same, sparse where the file is.
struct NamedDesign {
  std::variant<Matrix, SparseMatrix> values;
  std::vector<std::string> column_names;
};

}  // namespace holdfast
