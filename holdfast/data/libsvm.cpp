#include "holdfast/data/libsvm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/columns.hpp"
#include "holdfast/data/read.hpp"
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

/// Rows as they are in the files; columns are numbered as in the files.
struct SparseRows {
  std::vector<std::size_t> starts = {0};
  std::vector<std::uint32_t> indices;
  std::vector<double> values;
  std::vector<std::string> labels;
  std::vector<std::size_t> dropped;

  std::size_t count() const { return labels.size(); }
};

/// How the columns of all files are numbered.
struct Numbering {
  bool counts_from_zero = false;
  std::size_t largest_index = 0;
  std::size_t first_index() const { return counts_from_zero ? 0 : 1; }
};

/// Reads files one after the other, each piece by piece.
class Parser {
 public:
  explicit Parser(const TableOptions& options) : options_(options) {}

  void begin(const std::string& path) {
    path_ = path;
    line_number_ = bytes_ = largest_in_file_ = 0;
  }

  /// The next piece of the file: all lines that it completes.
  void take(std::string_view bytes) {
    if (bytes_ == 0) bytes = text::without_byte_order_mark(bytes);
    bytes_ += bytes.size();
    const std::size_t end = bytes.rfind('\n') + 1;  // 0 if there is none
    if (end == 0) {
      line_ += bytes;
      return;
    }
    if (!line_.empty()) {
      line_ += bytes.substr(0, end);
      parse_lines(line_);
      line_.clear();
    } else {
      parse_lines(bytes.substr(0, end));
    }
    line_ = bytes.substr(end);
  }

  void end() {
    parse_lines(line_);
    line_.clear();
    if (largest_in_file_ >= few_columns + bytes_) {
      fail(
          fmt::format("line {}: index {} is too large for a file of this size; at most {} is "
                      "accepted",
                      largest_line_, largest_in_file_, few_columns + bytes_ - 1));
    }
  }

  /// Those read since it was called last.
  SparseRows take_rows() { return std::exchange(rows_, {}); }
  const SparseRows& rows() const { return rows_; }
  const Numbering& numbering() const { return numbering_; }

  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(fmt::format("{}: {}", path_, what));
  }
  void require_rows() const {
    if (rows_.count() > 0) return;
    if (!rows_.dropped.empty()) fail_all_dropped(path_, first_complaint_, rows_.dropped.size());
    fail("there are no rows in it");
  }

 private:
  void parse_lines(std::string_view rest) {
    while (!rest.empty()) {
      ++line_number_;
      std::string_view line = without_comment(text::take_line(rest));
      const std::string_view label = take_word(line);
      if (!label.empty()) parse_row(label, line);
    }
    if (rows_.count() > std::numeric_limits<std::int32_t>::max()) fail("there are too many rows");
  }

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
      rows_.indices.push_back(static_cast<std::uint32_t>(pair.index));
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
    if (pair->index > largest_in_file_) {
      largest_in_file_ = pair->index;
      largest_line_ = line_number_;
    }
    if (pair->index > most_columns) end_at_large_index();
    numbering_.counts_from_zero |= pair->index == 0;
    numbering_.largest_index = std::max(numbering_.largest_index, pair->index);
    return *pair;
  }

  void drop_row(std::size_t before, const std::string& complaint) {
    if (options_.missing == Missing::error)
      throw UnusableCell(fmt::format("{}: {}", path_, complaint));
    rows_.indices.resize(before);
    rows_.values.resize(before);
    if (rows_.dropped.empty()) first_complaint_ = complaint;
    rows_.dropped.push_back(rows_.count() + rows_.dropped.size());
  }

  /// No file is that large, so the rest of this one need not be read.
  [[noreturn]] void end_at_large_index() const {
    fail(fmt::format("line {}: index {} is too large for a file of this size", line_number_,
                     largest_in_file_));
  }

  /// A matrix takes memory for every column, also for one without numbers. So a small file may have
  /// this many columns, and a large one that many more as it has bytes: a number in it takes four.
  static constexpr std::size_t few_columns = 65536;
  static constexpr std::size_t most_columns = std::numeric_limits<std::int32_t>::max();

  const TableOptions& options_;
  std::string path_;
  std::string line_;  // the beginning of a line that is not complete
  std::size_t bytes_ = 0;
  std::size_t line_number_ = 0;
  std::size_t largest_in_file_ = 0;
  std::size_t largest_line_ = 0;
  std::string first_complaint_;
  Numbering numbering_;
  SparseRows rows_;
};

/// Turns rows into columns: counts the entries of each, then puts every entry in its place.
SparseMatrix to_columns(const SparseRows& rows, const ColumnChoice& choice, std::size_t first_index,
                        std::size_t width) {
  constexpr auto unused = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> new_column(width, unused);
  for (std::size_t j = 0; j < choice.kept.size(); ++j) new_column[choice.kept[j]] = j;
  std::vector<std::int64_t> starts(choice.kept.size() + 1, 0);
  for (const std::uint32_t index : rows.indices) {
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

namespace {

void require_no_target(const std::string& path, const TableOptions& options) {
  if (!options.target) return;
  throw InvalidInput(fmt::format(
      "{}: a LIBSVM file has its target at the beginning of each line; leave the target {} out",
      path, text::excerpt(*options.target)));
}

/// What the columns are called, and which of them are wanted.
struct Names {
  Names(const Numbering& numbering, const TableOptions& options, const Parser& parser,
        const std::string& path) {
    if (numbering.largest_index < numbering.first_index())
      parser.fail("no line has a pair index:value");
    for (std::size_t index = numbering.first_index(); index <= numbering.largest_index; ++index)
      all.push_back(fmt::format("x{}", index));
    choice = choose_columns(all, options, path);
  }
  std::vector<std::string> all;
  ColumnChoice choice;
};

Table table_of(SparseRows rows, const Names& names, const Numbering& numbering, TargetKind kind) {
  Table table;
  table.format = FileFormat::libsvm;
  table.is_sparse = true;
  table.sparse = to_columns(rows, names.choice, numbering.first_index(), names.all.size());
  table.column_names = chosen_names(names.all, names.choice);
  table.dropped_rows = std::move(rows.dropped);
  table.target = target_from_texts("label", kind, std::move(rows.labels));
  return table;
}

/// Hands the files to the parser. Ends early if `go_on` says so after a piece.
void read_files(std::span<const std::string> paths, Parser& parser,
                const std::function<void(std::size_t)>& on_bytes,
                const std::function<bool()>& go_on) {
  std::size_t before = 0;
  bool wanted = true;
  for (const auto& path : paths) {
    parser.begin(path);
    std::size_t read = 0;
    stream_file(path, [&](std::string_view bytes, std::size_t packed) {
      parser.take(bytes);
      read = packed;
      on_bytes(before + packed);
      return wanted = go_on();
    });
    if (!wanted) return;
    parser.end();
    before += read;
    wanted = go_on();
  }
}

}  // namespace

Table read_libsvm(std::string_view bytes, const std::string& path, const TableOptions& options) {
  require_no_target(path, options);
  Parser parser(options);
  parser.begin(path);
  parser.take(bytes);
  parser.end();
  parser.require_rows();
  const Names names(parser.numbering(), options, parser, path);
  const Numbering numbering = parser.numbering();
  return table_of(parser.take_rows(), names, numbering, options.target_kind);
}

std::optional<Table> read_libsvm_files(std::span<const std::string> paths,
                                       const TableOptions& options,
                                       const std::function<void(std::size_t)>& on_bytes,
                                       std::size_t most_entries) {
  require_no_target(paths.front(), options);
  Parser parser(options);
  const auto fits = [&] { return parser.rows().values.size() <= most_entries; };
  read_files(paths, parser, on_bytes, fits);
  if (!fits()) return std::nullopt;
  parser.require_rows();
  const Names names(parser.numbering(), options, parser, paths.front());
  return table_of(parser.take_rows(), names, parser.numbering(), options.target_kind);
}

void read_libsvm_in_blocks(std::span<const std::string> paths, const TableOptions& options,
                           const std::function<void(Table)>& use,
                           const std::function<void(std::size_t)>& on_bytes,
                           std::size_t block_numbers) {
  require_no_target(paths.front(), options);
  // Once for the columns alone, of which the last may be in the last row.
  Parser survey(options);
  std::size_t rows = 0;
  const auto count = [&] {
    rows += survey.take_rows().count();
    return true;
  };
  read_files(
      paths, survey, [](std::size_t) {}, count);
  if (rows == 0) survey.require_rows();
  const Names names(survey.numbering(), options, survey, paths.front());
  const std::size_t rows_at_once = std::max<std::size_t>(1, block_numbers / names.all.size());
  Parser parser(options);
  const auto hand_over = [&] {
    if (parser.rows().count() == 0) return;
    Table block = table_of(parser.take_rows(), names, survey.numbering(), options.target_kind);
    block.dense = block.to_dense();
    block.is_sparse = false;
    use(std::move(block));
  };
  read_files(paths, parser, on_bytes, [&] {
    if (parser.rows().count() >= rows_at_once) hand_over();
    return true;
  });
  hand_over();
}

}  // namespace holdfast
