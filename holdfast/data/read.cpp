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
#include "holdfast/data/npy.hpp"

namespace holdfast {
namespace {

[[noreturn]] void fail_reading(const std::string& path, const std::string& what) {
  throw InvalidInput(fmt::format("{}: {}", path, what));
}

/// What a file of a well-known other kind is, and what to do about it.
const char* advice_for_other_kind(std::string_view bytes) {
  if (bytes.starts_with("PK\x03\x04")) {
    return "it is a ZIP archive (NPZ or a spreadsheet, perhaps); save the table in it as NPY or "
           "CSV";
  }
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return "it is UTF-16 text; save it as UTF-8";
  }
  if (bytes.find('\0') != std::string_view::npos) {
    return "it is neither text nor NPY nor IDX; CSV, NPY, IDX and LIBSVM files can be read, also "
           "gzipped";
  }
  return nullptr;
}

Matrix read_binary(FileFormat format, std::string_view bytes, const std::string& path) {
  return format == FileFormat::npy ? read_npy(bytes, path) : read_idx(bytes, path);
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
  if (format == FileFormat::csv) return read_csv_target(bytes, path, kind);
  const Matrix numbers = require_all_finite(read_binary(format, bytes, path), path);
  if (numbers.cols() != 1) {
    fail_reading(path,
                 fmt::format("a target file has one column, this one has {}", numbers.cols()));
  }
  const auto column = numbers.column(0);
  return target_from_numbers("target", kind, {column.begin(), column.end()});
}

}  // namespace

const char* to_string(FileFormat format) {
  switch (format) {
    case FileFormat::csv: return "CSV";
    case FileFormat::npy: return "NPY";
    case FileFormat::idx: return "IDX";
    case FileFormat::libsvm: return "LIBSVM";
  }
  return "unknown";
}

FileFormat detect_format(std::string_view bytes, const std::string& path) {
  if (bytes.empty()) fail_reading(path, "the file is empty");
  if (is_npy(bytes)) return FileFormat::npy;
  if (is_idx(bytes)) return FileFormat::idx;
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
  return table_from_numbers(format, read_binary(format, bytes, path), options, path);
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
  if (format == FileFormat::libsvm) {
    fail_reading(path, "a matrix is read from CSV, NPY or IDX; this is sparse data in LIBSVM form");
  }
  if (format == FileFormat::csv) {
    Table table = read_csv(bytes, path, {}, CsvHeader::optional);
    return {table.dense, std::move(table.column_names)};
  }
  return {require_all_finite(read_binary(format, bytes, path), path), {}};
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
