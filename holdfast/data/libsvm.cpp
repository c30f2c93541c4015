#include "holdfast/data/libsvm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/columns.hpp"
#include "holdfast/data/text.hpp"
#include "holdfast/data/unusable_cell.hpp"

namespace holdfast {
namespace {

/// Cuts the next word off `rest`; empty at the end.
std::string_view take_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  const std::size_t length = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

/// The two sides of a pair, if the word looks like one.
struct Pair {
  std::size_t index;
  std::string_view value;
};
std::optional<Pair> parse_pair(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view digits = word.substr(0, colon);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  constexpr auto largest = std::numeric_limits<std::size_t>::max();
  return Pair{text::parse_index(digits).value_or(largest), word.substr(colon + 1)};
}

/// Rows as they are in the file; columns are numbered as in the file.
struct SparseRows {
  std::vector<std::size_t> starts = {0};
  std::vector<std::size_t> indices;
  std::vector<double> values;
  std::vector<std::string> labels;
  std::size_t largest_index = 0;
  bool counts_from_zero = false;
  std::vector<std::size_t> dropped;
  std::string first_complaint;

  std::size_t count() const { return labels.size(); }
};

class Parser {
 public:
  Parser(std::string_view bytes, const std::string& path, const TableOptions& options)
      : rest_(text::without_byte_order_mark(bytes)),
        path_(path),
        options_(options),
        index_limit_(few_columns + bytes.size()) {}

  SparseRows parse() {
    while (!rest_.empty()) {
      ++line_number_;
      std::string_view line = without_comment(text::take_line(rest_));
      const std::string_view label = take_word(line);
      if (label.empty()) continue;
      parse_row(label, line);
    }
    if (rows_.count() == 0 && !rows_.dropped.empty())
      fail_all_dropped(path_, rows_.first_complaint, rows_.dropped.size());
    if (rows_.count() == 0) fail("there are no rows in it");
    if (rows_.count() > std::numeric_limits<std::int32_t>::max()) fail("there are too many rows");
    return std::move(rows_);
  }

 private:
  void parse_row(std::string_view label, std::string_view line) {
    const std::size_t before = rows_.values.size();
    std::string complaint = label_complaint(label);
    std::optional<std::size_t> previous;
    for (auto word = take_word(line); !word.empty(); word = take_word(line)) {
      const Pair pair = require_pair(word, previous);
      previous = pair.index;
      const auto value = text::parse_number(pair.value);
      if (!value && complaint.empty()) {
        complaint = fmt::format("line {}, index {}: {} is not a finite number", line_number_,
                                pair.index, text::excerpt(pair.value));
      }
      if (!value || *value == 0.0) continue;
      rows_.indices.push_back(pair.index);
      rows_.values.push_back(*value);
    }
    if (complaint.empty()) {
      rows_.labels.emplace_back(label);
      rows_.starts.push_back(rows_.values.size());
    } else {
      drop_row(before, complaint);
    }
  }

  std::string label_complaint(std::string_view label) const {
    if (label.find(':') != std::string_view::npos) {
      fail(fmt::format("line {} begins with {}; it must begin with the label", line_number_,
                       text::excerpt(label)));
    }
    if (options_.target_kind == TargetKind::number && !text::parse_number(label)) {
      return fmt::format("line {}: the label {} is not a finite number", line_number_,
                         text::excerpt(label));
    }
    if (text::is_utf8(label)) return {};
    return fmt::format("line {}: the label {} is not UTF-8", line_number_, text::excerpt(label));
  }

  Pair require_pair(std::string_view word, std::optional<std::size_t> previous) {
    const auto pair = parse_pair(word);
    if (!pair) {
      fail(fmt::format("line {}: {} is not a pair index:value", line_number_, text::excerpt(word)));
    }
    if (previous && pair->index <= *previous) {
      fail(fmt::format("line {}: index {} follows index {}; indices must ascend", line_number_,
                       pair->index, *previous));
    }
    if (pair->index >= index_limit_) {
      fail(
          fmt::format("line {}: index {} is too large for a file of this size; at most {} is "
                      "accepted",
                      line_number_, pair->index, index_limit_ - 1));
    }
    rows_.counts_from_zero |= pair->index == 0;
    rows_.largest_index = std::max(rows_.largest_index, pair->index);
    return *pair;
  }

  void drop_row(std::size_t before, const std::string& complaint) {
    if (options_.missing == Missing::error)
      throw UnusableCell(fmt::format("{}: {}", path_, complaint));
    rows_.indices.resize(before);
    rows_.values.resize(before);
    if (rows_.dropped.empty()) rows_.first_complaint = complaint;
    rows_.dropped.push_back(rows_.count() + rows_.dropped.size());
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(fmt::format("{}: {}", path_, what));
  }

  /// A matrix takes memory for every column, also for one without numbers. So a small file may have
  /// this many columns, and a large one that many more as it has bytes: a number in it takes four.
  static constexpr std::size_t few_columns = 65536;

  std::string_view rest_;
  const std::string& path_;
  const TableOptions& options_;
  std::size_t index_limit_;
  std::size_t line_number_ = 0;
  SparseRows rows_;
};

/// Turns rows into columns: counts the entries of each, then puts every entry in its place.
SparseMatrix to_columns(const SparseRows& rows, const ColumnChoice& choice, std::size_t first_index,
                        std::size_t width) {
  constexpr auto unused = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> new_column(width, unused);
  for (std::size_t j = 0; j < choice.kept.size(); ++j) new_column[choice.kept[j]] = j;
  std::vector<std::int64_t> starts(choice.kept.size() + 1, 0);
  for (const std::size_t index : rows.indices) {
    const std::size_t j = new_column[index - first_index];
    if (j != unused) ++starts[j + 1];
  }
  for (std::size_t j = 0; j < choice.kept.size(); ++j) starts[j + 1] += starts[j];
  std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
  std::vector<std::int32_t> row_indices(static_cast<std::size_t>(starts.back()));
  std::vector<double> values(row_indices.size());
  for (std::size_t i = 0; i < rows.count(); ++i) {
    for (std::size_t entry = rows.starts[i]; entry < rows.starts[i + 1]; ++entry) {
      const std::size_t j = new_column[rows.indices[entry] - first_index];
      if (j == unused) continue;
      const auto at = static_cast<std::size_t>(next[j]++);
      row_indices[at] = static_cast<std::int32_t>(i);
      values[at] = rows.values[entry];
    }
  }
  return SparseMatrix(rows.count(), choice.kept.size(), std::move(starts), std::move(row_indices),
                      std::move(values));
}

}  // namespace

bool looks_like_libsvm(std::string_view bytes) {
  std::string_view rest = text::without_byte_order_mark(bytes);
  while (!rest.empty()) {
    std::string_view line = without_comment(text::take_line(rest));
    if (take_word(line).find_first_of(",;:\"") != std::string_view::npos) return false;
    bool has_pair = false;
    for (auto word = take_word(line); !word.empty(); word = take_word(line)) {
      // Ranking data has a query in every line. It cannot be read, but must be told from CSV.
      if (!parse_pair(word) && !word.starts_with("qid:")) return false;
      has_pair = true;
    }
    if (has_pair) return true;
  }
  return false;
}

Table read_libsvm(std::string_view bytes, const std::string& path, const TableOptions& options) {
  if (options.target) {
    throw InvalidInput(fmt::format(
        "{}: a LIBSVM file has its target at the beginning of each line; leave the target {} out",
        path, text::excerpt(*options.target)));
  }
  SparseRows rows = Parser(bytes, path, options).parse();
  const std::size_t first_index = rows.counts_from_zero ? 0 : 1;
  if (rows.largest_index < first_index) {
    throw InvalidInput(fmt::format("{}: no line has a pair index:value", path));
  }
  std::vector<std::string> names;
  for (std::size_t index = first_index; index <= rows.largest_index; ++index) {
    names.push_back(fmt::format("x{}", index));
  }
  const auto choice = choose_columns(names, options, path);
  Table table;
  table.format = FileFormat::libsvm;
  table.is_sparse = true;
  table.sparse = to_columns(rows, choice, first_index, names.size());
  table.column_names = chosen_names(names, choice);
  table.dropped_rows = std::move(rows.dropped);
  table.target = target_from_texts("label", options.target_kind, std::move(rows.labels));
  return table;
}

}  // namespace holdfast
