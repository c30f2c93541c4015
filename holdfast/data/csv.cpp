#include "holdfast/data/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/columns.hpp"
#include "holdfast/data/csv_scanner.hpp"
#include "holdfast/data/csv_survey.hpp"
#include "holdfast/data/text.hpp"
#include "holdfast/data/unusable_cell.hpp"

namespace holdfast {
namespace {

/// A CSV file that is read row by row; the header, if there is one, has been read.
class Sheet {
 public:
  Sheet(std::string_view bytes, const std::string& path, CsvHeader header,
        std::size_t skipped_lines = 0)
      : path_(path), scanner_(bytes, detect_delimiter(bytes), path) {
    if (!next_record()) fail("there is no text in it; a header and rows of numbers would be right");
    width_ = record_.size();
    header_line_ = record_.front().line;
    const bool only_numbers = std::all_of(record_.begin(), record_.end(), [](const auto& field) {
      return text::parse_number(field.text).has_value();
    });
    if (!only_numbers) {
      read_names();
    } else if (header == CsvHeader::optional) {
      first_row_waits_ = true;
    } else {
      fail(fmt::format(
          "line {} holds numbers only; the names of the columns must stand in the first line",
          header_line_));
    }
    scanner_.skip_lines(skipped_lines);
  }

  /// The names in the header; none if there is no header.
  const std::vector<std::string>& names() const { return names_; }
  std::size_t width() const { return width_; }
  const std::vector<CsvField>& row() const { return record_; }

  bool next_row() {
    if (std::exchange(first_row_waits_, false)) return true;
    if (!next_record()) return false;
    if (record_.size() != width_) {
      fail(fmt::format("line {} has {} fields, but line {} has {}", record_.front().line,
                       record_.size(), header_line_, width_));
    }
    return true;
  }

  /// "line 3, column "b"" for a field of the current row.
  std::string place(std::size_t column) const {
    const std::string which = names_.empty() ? fmt::format("field {}", column + 1)
                                             : "column " + text::excerpt(names_[column]);
    return fmt::format("line {}, {}", record_[column].line, which);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(fmt::format("{}: {}", path_, what));
  }

 private:
  /// Skips blank lines. In a file of one column a blank line is an empty cell, except at the end.
  bool next_record() {
    while (scanner_.next(record_)) {
      const bool blank = record_.size() == 1 && record_.front().text.empty();
      if (!blank || (width_ == 1 && !scanner_.only_blanks_left())) return true;
    }
    return false;
  }

  void read_names() {
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t j = 0; j < width_; ++j) {
      const std::string_view name = record_[j].text;
      const auto where = fmt::format("line {}, column {} of {}", record_[j].line, j + 1, width_);
      if (name.empty()) {
        fail(where + " has no name in the header; name it" +
             (j > 0 ? ""
                    : ", or save the table without row labels, as pandas does with index=False"));
      }
      if (!text::is_utf8(name)) {
        fail(fmt::format("{}: the name {} is not UTF-8; save the file as UTF-8", where,
                         text::excerpt(name)));
      }
      const auto [first, is_new] = seen.emplace(name, j);
      if (!is_new) {
        fail(fmt::format("{}: the name {} belongs to column {} already; names must differ", where,
                         text::excerpt(name), first->second + 1));
      }
    }
    names_.reserve(width_);
    for (const auto& field : record_) names_.emplace_back(field.text);
  }

  const std::string& path_;
  CsvScanner scanner_;
  std::vector<CsvField> record_;
  std::vector<std::string> names_;
  std::size_t width_ = 0;
  std::size_t header_line_ = 1;
  bool first_row_waits_ = false;
};

bool has_decimal_comma(std::string_view cell) {
  std::string with_point(cell);
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  return cell.find(',') != std::string_view::npos && text::parse_number(with_point);
}

/// What is wrong with a cell that should be a number.
std::string number_complaint(const Sheet& sheet, std::size_t column) {
  const std::string_view cell = sheet.row()[column].text;
  if (cell.empty()) return sheet.place(column) + ": the cell is empty";
  return fmt::format("{}: {} is not a finite number{}", sheet.place(column), text::excerpt(cell),
                     has_decimal_comma(cell) ? " (decimals are written with a point)" : "");
}

/// What is wrong with a cell that should be a label; empty if nothing is.
std::string label_complaint(const Sheet& sheet, std::size_t column) {
  const std::string_view cell = sheet.row()[column].text;
  if (cell.empty()) return sheet.place(column) + ": the cell is empty";
  if (text::is_utf8(cell)) return {};
  return fmt::format("{}: the label {} is not UTF-8", sheet.place(column), text::excerpt(cell));
}

/// Collects rows. A row that has a bad cell leaves no trace.
class Rows {
 public:
  Rows(const ColumnChoice& choice, TargetKind target_kind)
      : choice_(choice), target_kind_(target_kind) {}

  /// Adds the current row. Says what is wrong with the first bad cell, or nothing.
  std::string add(const Sheet& sheet) {
    const std::size_t before = numbers_.size();
    std::string complaint = add_numbers(sheet);
    if (complaint.empty() && choice_.target) complaint = add_target(sheet);
    if (complaint.empty()) {
      ++count_;
    } else {
      numbers_.resize(before);
    }
    return complaint;
  }

  std::size_t count() const { return count_; }
  /// What the last complaint was about.
  const BadCell& bad_cell() const { return bad_cell_; }
  Matrix take_matrix() {
    return matrix_from_rows(count_, choice_.kept.size(), std::move(numbers_));
  }
  Target take_target(const std::string& name) {
    return target_kind_ == TargetKind::label
               ? target_from_texts(name, target_kind_, std::move(labels_))
               : target_from_numbers(name, target_kind_, std::move(responses_));
  }

 private:
  std::string add_numbers(const Sheet& sheet) {
    for (const std::size_t j : choice_.kept) {
      const auto number = text::parse_number(sheet.row()[j].text);
      if (!number) {
        bad_cell_ = {j, !sheet.row()[j].text.empty()};
        return number_complaint(sheet, j);
      }
      numbers_.push_back(*number);
    }
    return {};
  }

  std::string add_target(const Sheet& sheet) {
    const std::size_t j = *choice_.target;
    const std::string_view cell = sheet.row()[j].text;
    bad_cell_ = {j, !cell.empty()};
    if (target_kind_ == TargetKind::label) {
      std::string complaint = label_complaint(sheet, j);
      if (complaint.empty()) labels_.emplace_back(cell);
      return complaint;
    }
    const auto number = text::parse_number(cell);
    if (!number) return number_complaint(sheet, j);
    responses_.push_back(*number);
    return {};
  }

  const ColumnChoice& choice_;
  TargetKind target_kind_;
  std::size_t count_ = 0;
  BadCell bad_cell_;
  std::vector<double> numbers_;
  std::vector<double> responses_;
  std::vector<std::string> labels_;
};

}  // namespace

Table read_csv(std::string_view bytes, const std::string& path, const TableOptions& options,
               CsvHeader header, std::size_t skipped_lines) {
  bytes = text::without_byte_order_mark(bytes);
  Sheet sheet(bytes, path, header, skipped_lines);
  const bool named = !sheet.names().empty();
  const auto names = named ? sheet.names() : numbered_names(sheet.width());
  const auto choice = choose_columns(names, options, path);
  Rows rows(choice, options.target_kind);
  Table table;
  std::string first_complaint;
  BadCell first_cell;
  const auto remedies = [&] {
    return remedies_for(first_cell, bytes, named, choice, names, options.target_kind);
  };
  while (sheet.next_row()) {
    const std::string complaint = rows.add(sheet);
    if (complaint.empty()) continue;
    if (table.dropped_rows.empty()) {
      first_complaint = complaint;
      first_cell = rows.bad_cell();
    }
    table.dropped_rows.push_back(rows.count() + table.dropped_rows.size());
    if (options.missing == Missing::error)
      throw UnusableCell(fmt::format("{}: {}", path, complaint), remedies());
  }
  if (rows.count() == 0 && !table.dropped_rows.empty())
    fail_all_dropped(path, first_complaint, table.dropped_rows.size(), remedies());
  if (rows.count() == 0) sheet.fail("there are no rows after the header");
  if (choice.target) table.target = rows.take_target(names[*choice.target]);
  table.dense = rows.take_matrix();
  if (named) table.column_names = chosen_names(names, choice);
  return table;
}

Target read_csv_target(std::string_view bytes, const std::string& path, TargetKind kind) {
  bytes = text::without_byte_order_mark(bytes);
  Sheet sheet(bytes, path, CsvHeader::optional);
  if (sheet.width() != 1) {
    sheet.fail(fmt::format("a target file has one column, this one has {}", sheet.width()));
  }
  const bool named = !sheet.names().empty();
  const std::vector<std::string> names{named ? sheet.names().front() : "target"};
  ColumnChoice choice;
  choice.target = 0;
  Rows rows(choice, kind);
  while (sheet.next_row()) {
    const std::string complaint = rows.add(sheet);
    if (complaint.empty()) continue;
    Remedies remedies = remedies_for(rows.bad_cell(), bytes, named, choice, names, kind);
    remedies.drop = 0;  // the rows of the other file must match
    throw UnusableCell(fmt::format("{}: {}", path, complaint), remedies);
  }
  if (rows.count() == 0) sheet.fail("there are no rows after the header");
  return rows.take_target(names.front());
}

}  // namespace holdfast
