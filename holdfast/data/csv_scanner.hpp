#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

struct CsvField {
  std::string_view text;  ///< without quotes and surrounding spaces; valid until the next record
  std::size_t line;       ///< where the field begins, counted from 1
};

/// Cuts CSV text into records and fields as RFC 4180 has it: a quoted field may hold delimiters,
/// line breaks and doubled quotes. Lines end with \n, \r\n or \r; spaces around a field are
/// dropped.
///
/// Written here because the CSV libraries in Debian do not fit: libfccp wants the columns at
/// compile time and knows no line breaks in quotes, libcsv tells neither line nor column of a
/// field, and errors that name the cell are what users need most.
class CsvScanner {
 public:
  /// `text` and `path` (for messages) must outlive the scanner.
  CsvScanner(std::string_view text, char delimiter, const std::string& path);

  /// Replaces `record` by the next one, blank lines included; false at the end of the text.
  bool next(std::vector<CsvField>& record);

  /// Counts lines that were cut out of the text here.
  void skip_lines(std::size_t count) { line_ += count; }

  /// Whether nothing but spaces and line ends is left.
  bool only_blanks_left() const;

 private:
  std::string_view take_plain();
  std::string_view take_quoted();
  void take_line_end();
  bool at_field_end() const;
  bool at_line_end() const;
  void skip_spaces();

  std::string_view text_;
  char delimiter_;
  const std::string& path_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  /// Fields in which doubled quotes had to be resolved. A deque, because views into it must
  /// survive.
  std::deque<std::string> resolved_;
};

/// Where the records of a text end that goes on elsewhere, without looking at what they hold.
struct CsvEnds {
  std::size_t first = 0;  ///< behind the first record that is not blank; 0 if it goes on
  std::size_t last = 0;   ///< behind the last such record
};
CsvEnds record_ends(std::string_view text, char delimiter);

/// How many lines end in the text, as the scanner counts them.
std::size_t count_line_ends(std::string_view text);

/// Comma, semicolon or tab: the one that is most frequent in the first record, outside quotes.
char detect_delimiter(std::string_view text);

}  // namespace holdfast
