#include "holdfast/data/csv_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {

CsvScanner::CsvScanner(std::string_view text, char delimiter, const std::string& path)
    : text_(text), delimiter_(delimiter), path_(path) {}

bool CsvScanner::next(std::vector<CsvField>& record) {
  record.clear();
  resolved_.clear();
  if (at_ == text_.size()) return false;
  while (true) {
    skip_spaces();
    const std::size_t line = line_;
    const bool quoted = at_ < text_.size() && text_[at_] == '"';
    record.push_back({quoted ? take_quoted() : take_plain(), line});
    if (at_ == text_.size()) return true;
    if (at_line_end()) {
      take_line_end();
      return true;
    }
    ++at_;  // the delimiter
  }
}

bool CsvScanner::only_blanks_left() const {
  return text_.find_first_not_of(" \t\r\n", at_) == std::string_view::npos;
}

std::string_view CsvScanner::take_plain() {
  const std::size_t begin = at_;
  while (!at_field_end()) ++at_;
  return text::trim(text_.substr(begin, at_ - begin));
}

std::string_view CsvScanner::take_quoted() {
  const std::size_t opened_on = line_;
  std::size_t begin = ++at_;
  std::string before;  // what precedes the last doubled quote
  while (true) {
    if (at_ == text_.size()) {
      throw InvalidInput(
          fmt::format("{}: line {}: the quote that opens here is never closed", path_, opened_on));
    }
    if (text_[at_] != '"') {
      if (at_line_end()) {
        take_line_end();
      } else {
        ++at_;
      }
      continue;
    }
    if (!text_.substr(at_).starts_with("\"\"")) break;
    before += text_.substr(begin, at_ + 1 - begin);
    at_ += 2;
    begin = at_;
  }
  std::string_view field = text_.substr(begin, at_ - begin);
  if (!before.empty()) field = resolved_.emplace_back(before.append(field));
  ++at_;  // the closing quote
  skip_spaces();
  if (!at_field_end()) {
    throw InvalidInput(fmt::format(
        "{}: line {}: text follows the closing quote of {}; a quote inside a quoted field is "
        "written twice",
        path_, line_, text::excerpt(field)));
  }
  return field;
}

void CsvScanner::take_line_end() {
  at_ += text_.substr(at_).starts_with("\r\n") ? 2 : 1;
  ++line_;
}

bool CsvScanner::at_field_end() const {
  return at_ == text_.size() || text_[at_] == delimiter_ || at_line_end();
}

bool CsvScanner::at_line_end() const { return text_[at_] == '\n' || text_[at_] == '\r'; }

void CsvScanner::skip_spaces() {
  while (at_ < text_.size() && text_[at_] != delimiter_ &&
         (text_[at_] == ' ' || text_[at_] == '\t')) {
    ++at_;
  }
}

CsvEnds record_ends(std::string_view text, char delimiter) {
  enum class At { field_start, plain, quoted, closed };
  CsvEnds ends;
  At at = At::field_start;
  bool blank = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (at == At::quoted) {
      // A doubled quote closes the field here and opens it again.
      if (c == '"') at = At::closed;
      if (c != '"') blank = false;
    } else if (c == delimiter) {
      at = At::field_start;
      blank = false;
    } else if (c == '\n' || c == '\r') {
      // At the end of the text, \r may be the first half of \r\n.
      const bool whole = c == '\n' || (i + 1 < text.size() && text[i + 1] != '\n');
      if (!whole) continue;
      if (!blank) ends.last = i + 1;
      if (ends.first == 0) ends.first = ends.last;
      at = At::field_start;
      blank = true;
    } else if (c == '"' && (at == At::field_start || at == At::closed)) {
      if (at == At::closed) blank = false;
      at = At::quoted;
    } else if (c != ' ' && c != '\t') {
      at = At::plain;
      blank = false;
    }
  }
  return ends;
}

std::size_t count_line_ends(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && !text.substr(i + 1).starts_with('\n'))) ++count;
  }
  return count;
}

char detect_delimiter(std::string_view text) {
  constexpr std::string_view candidates = ",;\t";
  std::size_t counts[candidates.size()] = {};
  // As for the scanner, a quote opens at the beginning of a field, or again behind one that closed.
  bool quoted = false;
  bool may_open = true;
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n"), text.size()));
  for (const char c : text) {
    if (c == '"' && (quoted || may_open)) {
      quoted = !quoted;
      may_open = true;
      continue;
    }
    if (quoted) continue;
    if (c == '\n' || c == '\r') break;
    const std::size_t which = candidates.find(c);
    if (which != std::string_view::npos) ++counts[which];
    may_open = which != std::string_view::npos || (may_open && c == ' ');
  }
  return candidates[std::max_element(std::begin(counts), std::end(counts)) - std::begin(counts)];
}

}  // namespace holdfast
