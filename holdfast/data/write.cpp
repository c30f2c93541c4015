#include "holdfast/data/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

std::size_t rows_of(const CsvColumn& column) {
  return std::max(column.numbers.size(), column.texts.size());
}

/// The number of rows that all columns share.
std::size_t require_equal_rows(std::span<const CsvColumn> columns) {
  if (columns.empty()) throw std::invalid_argument("a CSV file needs at least one column, got 0");
  const std::size_t rows = rows_of(columns.front());
  for (const auto& column : columns) {
    if (!column.numbers.empty() && !column.texts.empty()) {
      throw std::invalid_argument(fmt::format(
          "CSV column {} has numbers and texts; it must have one kind only", column.name));
    }
    if (rows_of(column) != rows) {
      throw std::invalid_argument(fmt::format("CSV column {} has {} rows, column {} has {}",
                                              column.name, rows_of(column), columns.front().name,
                                              rows));
    }
  }
  return rows;
}

/// Gives the header and then every row, each with its line end, to `out`.
template <class Out>
void emit_lines(std::span<const CsvColumn> columns, const Out& out) {
  const std::size_t rows = require_equal_rows(columns);
  std::string line;
  for (const auto& column : columns) line += quote_csv_field(column.name) + ',';
  line.back() = '\n';
  out(line);
  for (std::size_t i = 0; i < rows; ++i) {
    line.clear();
    for (const auto& column : columns) {
      if (column.texts.empty()) {
        fmt::format_to(std::back_inserter(line), "{},", column.numbers[i]);
      } else {
        line += quote_csv_field(column.texts[i]) + ',';
      }
    }
    line.back() = '\n';
    out(line);
  }
}

}  // namespace

void write_file_whole(const std::string& path, std::string_view contents) {
  AtomicFile file(path);
  file.write(contents);
  file.commit();
}

std::string quote_csv_field(std::string_view field) {
  const bool plain = field.find_first_of(",;\t\"\r\n") == std::string_view::npos &&
                     text::without_byte_order_mark(field).size() == field.size() &&
                     (field.empty() || (field.front() != ' ' && field.back() != ' '));
  if (plain) return std::string(field);
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string format_number(double value) { return fmt::format("{}", value); }

std::string format_csv(std::span<const CsvColumn> columns) {
  std::string text;
  emit_lines(columns, [&](const std::string& line) { text += line; });
  return text;
}

void write_csv(const std::string& path, std::span<const CsvColumn> columns) {
  AtomicFile file(path);
  emit_lines(columns, [&](const std::string& line) { file.write(line); });
  file.commit();
}

}  // namespace holdfast
