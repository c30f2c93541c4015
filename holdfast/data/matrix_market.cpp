#include "holdfast/data/matrix_market.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/sparse_entries.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

constexpr std::string_view banner = "%%MatrixMarket";

std::string_view next_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  const std::size_t length = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), [](unsigned char character) {
    return static_cast<char>(std::tolower(character));
  });
  return lower;
}

class MarketParser {
 public:
  MarketParser(std::string_view bytes, const std::string& path)
      : rest_(bytes), path_(path), limit_(few + bytes.size()) {}

  std::variant<Matrix, SparseMatrix> parse() {
    read_banner();
    std::string_view line = next_line();
    const std::size_t rows = extent(line, "rows");
    const std::size_t cols = extent(line, "columns");
    if (!coordinates_) return array(rows, cols);
    const std::size_t count = whole_number(next_word(line), "entries");
    return to_columns(entries(rows, cols, count));
  }

 private:
  void read_banner() {
    ++line_number_;
    std::string_view line = text::take_line(rest_);
    next_word(line);
    const std::string object = lower_case(next_word(line));
    const std::string layout = lower_case(next_word(line));
    const std::string field = lower_case(next_word(line));
    const std::string symmetry = lower_case(next_word(line));
    require_one_of("object", object, {"matrix"});
    require_one_of("format", layout, {"coordinate", "array"});
    require_one_of("field", field, {"real", "double", "integer", "pattern"});
    coordinates_ = layout == "coordinate";
    pattern_ = field == "pattern";
    if (coordinates_) {
      require_one_of("symmetry", symmetry, {"general", "symmetric", "skew-symmetric"});
    } else {
      require_one_of("symmetry of an array", symmetry, {"general"});
    }
    mirror_ = symmetry == "symmetric" ? 1.0 : symmetry == "skew-symmetric" ? -1.0 : 0.0;
  }

  void require_one_of(const char* what, const std::string& word,
                      const std::vector<std::string>& known) const {
    if (std::ranges::find(known, word) != known.end()) return;
    fail(fmt::format("the MatrixMarket {} {} is not supported; {} can be read", what,
                     text::excerpt(word), fmt::join(known, ", ")));
  }

  /// The next line that is neither empty nor a comment; empty at the end.
  std::string_view next_line() {
    while (!rest_.empty()) {
      ++line_number_;
      const std::string_view line = text::trim(text::take_line(rest_));
      if (!line.empty() && line.front() != '%') return line;
    }
    return {};
  }

  /// A matrix takes memory for each row and column, also for empty ones.
  std::size_t extent(std::string_view& line, const char* what) {
    const std::size_t count = whole_number(next_word(line), what);
    if (count == 0) fail(fmt::format("the matrix has no {}", what));
    if (count > std::min<std::size_t>(limit_, std::numeric_limits<std::int32_t>::max()))
      fail(fmt::format("{} {} are too many for a file of this size", count, what));
    return count;
  }

  std::size_t whole_number(std::string_view word, const char* what) const {
    const auto number = text::parse_index(word);
    if (!number) {
      fail(fmt::format("line {}: the number of {} is expected, not {}", line_number_, what,
                       text::excerpt(word)));
    }
    return *number;
  }

  std::int32_t place(std::string_view word, std::size_t count, const char* what) const {
    const auto number = text::parse_index(word);
    if (!number || *number < 1 || *number > count) {
      fail(fmt::format("line {}: {} {} is not from 1 to {}", line_number_, what,
                       text::excerpt(word), count));
    }
    return static_cast<std::int32_t>(*number - 1);
  }

  double number(std::string_view word) const {
    const auto value = text::parse_number(word);
    if (!value) {
      fail(fmt::format("line {}: {} is not a finite number", line_number_, text::excerpt(word)));
    }
    return *value;
  }

  SparseEntries entries(std::size_t rows, std::size_t cols, std::size_t count) {
    SparseEntries found{rows, cols, {}, {}, {}};
    const auto add = [&](std::int32_t row, std::int32_t column, double value) {
      found.row_of.push_back(row);
      found.column_of.push_back(column);
      found.values.push_back(value);
    };
    std::size_t seen = 0;
    for (auto line = next_line(); !line.empty(); line = next_line()) {
      const std::int32_t row = place(next_word(line), rows, "row");
      const std::int32_t column = place(next_word(line), cols, "column");
      const double value = pattern_ ? 1.0 : number(next_word(line));
      if (!next_word(line).empty()) fail(fmt::format("line {}: it is too long", line_number_));
      ++seen;
      add(row, column, value);
      if (mirror_ == 0.0 || row == column) continue;
      if (rows != cols) fail("a symmetric matrix must have as many rows as columns");
      add(column, row, mirror_ * value);
    }
    if (seen != count) fail(fmt::format("it promises {} entries and has {}", count, seen));
    return found;
  }

  Matrix array(std::size_t rows, std::size_t cols) {
    std::vector<double> numbers;
    for (auto line = next_line(); !line.empty(); line = next_line())
      numbers.push_back(number(line));
    if (numbers.size() / rows != cols || numbers.size() % rows != 0)
      fail(fmt::format("{} x {} numbers are expected, there are {}", rows, cols, numbers.size()));
    return {rows, cols, std::move(numbers)};
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(fmt::format("{}: {}", path_, what));
  }

  static constexpr std::size_t few = 65536;

  std::string_view rest_;
  const std::string& path_;
  std::size_t limit_;
  std::size_t line_number_ = 0;
  bool coordinates_ = true;
  bool pattern_ = false;
  double mirror_ = 0.0;  // 1: symmetric, -1: skew-symmetric, 0: neither
};

}  // namespace

bool is_matrix_market(std::string_view bytes) { return bytes.starts_with(banner); }

std::variant<Matrix, SparseMatrix> read_matrix_market(std::string_view bytes,
                                                      const std::string& path) {
  return MarketParser(bytes, path).parse();
}

}  // namespace holdfast
