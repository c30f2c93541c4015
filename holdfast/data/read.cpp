#include "holdfast/data/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/columns.hpp"
#include "holdfast/data/csv.hpp"
#include "holdfast/data/idx.hpp"
#include "holdfast/data/libsvm.hpp"
#include "holdfast/data/matrix_market.hpp"
#include "holdfast/data/npy.hpp"
#include "holdfast/data/npz.hpp"

namespace holdfast {
namespace {

[[noreturn]] void fail_reading(const std::string& path, const std::string& what) {
  throw InvalidInput(fmt::format("{}: {}", path, what));
}

/// What a file of a well-known other kind is, and what to do about it.
const char* advice_for_other_kind(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return "it is UTF-16 text; save it as UTF-8";
  }
  if (bytes.find('\0') != std::string_view::npos) {
    return "it is neither text nor NPY nor IDX; CSV, NPY, IDX, LIBSVM, MatrixMarket and SciPy's "
           "NPZ "
           "files can be read, also gzipped";
  }
  return nullptr;
}

Matrix read_binary(FileFormat format, std::string_view bytes, const std::string& path) {
  return format == FileFormat::npy ? read_npy(bytes, path) : read_idx(bytes, path);
}

std::variant<Matrix, SparseMatrix> read_coordinates(FileFormat format, std::string_view bytes,
                                                    const std::string& path) {
  if (format == FileFormat::matrix_market) return read_matrix_market(bytes, path);
  return read_npz(bytes, path);
}

bool may_be_sparse(FileFormat format) {
  return format == FileFormat::matrix_market || format == FileFormat::npz;
}

Matrix require_all_finite(const Matrix& matrix, const std::string& path) {
  require_finite(matrix, path.c_str());
  return matrix;
}

Target read_target(const std::string& path, TargetKind kind) {
  const std::string bytes = read_file_whole(path);
  const FileFormat format = detect_format(bytes, path);
  if (format == FileFormat::libsvm)
    fail_reading(path, "a target file is CSV, NPY or IDX, not LIBSVM");
  if (may_be_sparse(format))
    fail_reading(path, fmt::format("a target file is CSV, NPY or IDX, not {}", to_string(format)));
  if (format == FileFormat::csv) return read_csv_target(bytes, path, kind);
  const Matrix numbers = require_all_finite(read_binary(format, bytes, path), path);
  if (numbers.cols() != 1) {
    fail_reading(path,
                 fmt::format("a target file has one column, this one has {}", numbers.cols()));
  }
  const auto column = numbers.column(0);
  return target_from_numbers("target", kind, {column.begin(), column.end()});
}

NamedMatrix dense_matrix(FileFormat format, std::string_view bytes, const std::string& path) {
  if (format == FileFormat::libsvm) {
    fail_reading(path, "a matrix is read from CSV, NPY or IDX; this is sparse data in LIBSVM form");
  }
  if (format == FileFormat::csv) {
    Table table = read_csv(bytes, path, {}, CsvHeader::optional);
    return {table.dense, std::move(table.column_names)};
  }
  return {require_all_finite(read_binary(format, bytes, path), path), {}};
}

}  // namespace

const char* to_string(FileFormat format) {
  switch (format) {
    case FileFormat::csv: return "CSV";
    case FileFormat::npy: return "NPY";
    case FileFormat::idx: return "IDX";
    case FileFormat::libsvm: return "LIBSVM";
    case FileFormat::matrix_market: return "MatrixMarket";
    case FileFormat::npz: return "NPZ";
  }
  return "unknown";
}

FileFormat detect_format(std::string_view bytes, const std::string& path) {
  if (bytes.empty()) fail_reading(path, "the file is empty");
  if (is_npy(bytes)) return FileFormat::npy;
  if (is_idx(bytes)) return FileFormat::idx;
  if (is_matrix_market(bytes)) return FileFormat::matrix_market;
  if (is_npz(bytes)) return FileFormat::npz;
  if (const char* advice = advice_for_other_kind(bytes)) fail_reading(path, advice);
  return looks_like_libsvm(bytes) ? FileFormat::libsvm : FileFormat::csv;
}

Table read_table(const std::string& path, const TableOptions& options) {
  return parse_table(read_file_whole(path), path, options);
}

Table parse_table(std::string_view bytes, const std::string& path, const TableOptions& options) {
  const FileFormat format = detect_format(bytes, path);
  if (format == FileFormat::csv) return read_csv(bytes, path, options, CsvHeader::required);
  if (format == FileFormat::libsvm) return read_libsvm(bytes, path, options);
  if (!may_be_sparse(format))
    return table_from_numbers(format, read_binary(format, bytes, path), options, path);
  const auto numbers = read_coordinates(format, bytes, path);
  if (const auto* dense = std::get_if<Matrix>(&numbers))
    return table_from_numbers(format, *dense, options, path);
  return table_from_sparse(format, std::get<SparseMatrix>(numbers), options, path);
}

Table read_table_pair(const std::string& data_path, const std::string& target_path,
                      const TableOptions& options) {
  if (options.target || options.missing == Missing::drop) {
    throw std::invalid_argument(
        "read_table_pair takes the target from its own file and cannot drop rows; leave target "
        "unset and missing = error");
  }
  Table table = read_table(data_path, options);
  Target target = read_target(target_path, options.target_kind);
  const std::size_t targets = std::max(target.numbers.size(), target.labels.size());
  if (targets != table.rows()) {
    fail_reading(target_path, fmt::format("it holds {} targets for the {} rows of {}", targets,
                                          table.rows(), data_path));
  }
  table.target = std::move(target);
  return table;
}

NamedMatrix read_matrix(const std::string& path) {
  const std::string bytes = read_file_whole(path);
  const FileFormat format = detect_format(bytes, path);
  if (may_be_sparse(format)) {
    const auto numbers = read_coordinates(format, bytes, path);
    const auto* dense = std::get_if<Matrix>(&numbers);
    if (!dense) fail_reading(path, "the matrix is sparse; a dense one is needed (CSV, NPY or IDX)");
    return {*dense, {}};
  }
  return dense_matrix(format, bytes, path);
}

NamedDesign read_design(const std::string& path) {
  const std::string bytes = read_file_whole(path);
  const FileFormat format = detect_format(bytes, path);
  if (!may_be_sparse(format)) {
    NamedMatrix matrix = dense_matrix(format, bytes, path);
    return {std::move(matrix.values), std::move(matrix.column_names)};
  }
  auto numbers = read_coordinates(format, bytes, path);
  std::visit([&](const auto& matrix) { require_finite(matrix, path.c_str()); }, numbers);
  return {std::move(numbers), {}};
}

NamedMatrix read_square_matrix(const std::string& path) {
  NamedMatrix matrix = read_matrix(path);
  if (matrix.values.rows() != matrix.values.cols()) {
    fail_reading(path, fmt::format("the matrix has {} rows and {} columns; it must be square",
                                   matrix.values.rows(), matrix.values.cols()));
  }
  return matrix;
}

std::vector<double> read_vector(const std::string& path) {
  const Matrix matrix = read_matrix(path).values;
  if (matrix.rows() != 1 && matrix.cols() != 1) {
    fail_reading(path, fmt::format("it has {} rows and {} columns; one row or one column is needed",
                                   matrix.rows(), matrix.cols()));
  }
  return {matrix.data(), matrix.data() + matrix.rows() * matrix.cols()};
}

}  // namespace holdfast
