#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What a place to write to can show, and how wide a text is there.
namespace holdfast::cli {

struct Style {
  bool colour = false;
  bool unicode = false;  ///< whether our own bars and dots may leave ASCII
  std::size_t width = 100;
  /// Whether rows must keep to the width. In a pipe or a file each row is one line.
  bool narrow = false;

  std::string bold(std::string_view text) const { return wrapped("1", text); }
  std::string dim(std::string_view text) const { return wrapped("2", text); }
  std::string red(std::string_view text) const { return wrapped("31", text); }
  std::string green(std::string_view text) const { return wrapped("32", text); }

 private:
  std::string wrapped(const char* code, std::string_view text) const;
};

/// Call once at the start of the program. Returns whether the terminal speaks UTF-8.
bool prepare_locale();

/// Whether a person sees what is written to this descriptor.
bool is_terminal(int descriptor);
/// Whether a line there can be drawn over.
bool can_redraw(int descriptor);
/// Colour only on a terminal that can, and only without NO_COLOR; the width of the terminal, else
/// of COLUMNS, else 100, to which rows need not keep.
Style style_of(int descriptor, bool unicode);

/// How many cells of a terminal the text takes. UTF-8; a byte that is none counts as one.
std::size_t display_width(std::string_view text);

/// The text in at most `width` cells, an ellipsis in place of what does not fit, and with a mark in
/// place of control characters and of bytes that are no UTF-8.
std::string fitted(std::string_view text, std::size_t width, const Style& style);

/// The text with a mark in place of control characters and of bytes that are no UTF-8.
std::string printable(std::string_view text, const Style& style);

/// The same in pieces of at most `width` cells, broken at spaces where there are any.
std::vector<std::string> folded(std::string_view text, std::size_t width, const Style& style);

/// The words in lines of at most `width` cells, each line after the first behind `indent` spaces.
std::string in_lines(std::string_view text, std::size_t indent, std::size_t width);

enum class Align { left, right };

/// Spaces up to `width` cells.
std::string padded(std::string_view text, std::size_t width, Align align);

/// A bar of at most `width` cells that shows `part` of 1, in eighths of a cell where the terminal
/// can.
std::string bar(double part, std::size_t width, const Style& style);

}  // namespace holdfast::cli
