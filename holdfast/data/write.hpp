#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "holdfast/core/export.hpp"

namespace holdfast {

/// A file that appears whole or not at all. What is written goes to a file without a name, or where
/// the system has none such, to a temporary file beside the target; commit() makes it durable and
/// moves it into place, over an existing regular file if there is one (its permissions are kept).
/// Without commit(), and after any failure, the target is as it was and the temporary file is gone.
/// A target that is not a regular file (/dev/stdout, a pipe) is written directly; a directory is
/// refused. Failures are IoFailure and say which file and why.
class HOLDFAST_EXPORT AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  class Output;
  std::unique_ptr<Output> output_;
};

/// Writes `contents` as one AtomicFile.
HOLDFAST_EXPORT void write_file_whole(const std::string& path, std::string_view contents);

/// The field as it must stand in a CSV line: quoted if it holds a comma, a quote or a line break,
/// begins with a byte order mark, or has a space at an end.
HOLDFAST_EXPORT std::string quote_csv_field(std::string_view field);

/// The shortest text from which the same double is read back.
HOLDFAST_EXPORT std::string format_number(double value);

/// A column to write: a name and either numbers or texts, which are borrowed.
struct CsvColumn {
  std::string name;
  std::span<const double> numbers;
  std::span<const std::string> texts;
};

/// Header and rows, lines ended by "\n". All columns must have the same number of rows.
HOLDFAST_EXPORT std::string format_csv(std::span<const CsvColumn> columns);

/// Writes format_csv(columns) as one AtomicFile, row by row.
HOLDFAST_EXPORT void write_csv(const std::string& path, std::span<const CsvColumn> columns);

}  // namespace holdfast
