#include "cli/terminal.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <cwchar>
#include <optional>
#include <utility>

namespace holdfast::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

/// How many cells a line has there; nothing where there is no end.
std::optional<std::size_t> width_of(int descriptor) {
  constexpr std::size_t narrowest = 40;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::max<std::size_t>(size.ws_col, narrowest);
  }
  const auto columns = environment("COLUMNS");
  std::size_t width = 0;
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  return width == 0 ? std::nullopt : std::optional(std::max(width, narrowest));
}

/// One character of a text: its bytes and its cells. Bytes that are no UTF-8 come one by one,
/// unprintable.
struct Character {
  std::string_view bytes;
  std::size_t cells = 0;
  bool printable = true;
};

Character first_character(std::string_view text) {
  wchar_t code = 0;
  std::mbstate_t state{};
  const std::size_t length = std::mbrtowc(&code, text.data(), text.size(), &state);
  if (length == 0 || length > text.size()) return {text.substr(0, 1), 1, false};
  const int cells = wcwidth(code);
  if (cells < 0) return {text.substr(0, length), 1, false};
  return {text.substr(0, length), static_cast<std::size_t>(cells), true};
}

std::string_view shown(const Character& character, const Style& style) {
  if (character.printable) return character.bytes;
  return style.unicode ? "\uFFFD" : "?";
}

}  // namespace

std::string Style::wrapped(const char* code, std::string_view text) const {
  if (!colour || text.empty()) return std::string(text);
  return std::string("\x1b[") + code + "m" + std::string(text) + "\x1b[0m";
}

bool prepare_locale() {
  std::setlocale(LC_CTYPE, "");
  const bool unicode = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  // Names in data files are UTF-8 whatever the terminal speaks.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  return unicode;
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

bool can_redraw(int descriptor) {
  const auto kind = environment("TERM");
  return is_terminal(descriptor) && !kind.empty() && kind != "dumb";
}

Style style_of(int descriptor, bool unicode) {
  const auto width = width_of(descriptor);
  return {.colour = can_redraw(descriptor) && environment("NO_COLOR").empty(),
          .unicode = unicode,
          .width = width.value_or(Style{}.width),
          .narrow = width.has_value()};
}

std::size_t display_width(std::string_view text) {
  std::size_t cells = 0;
  while (!text.empty()) {
    const Character next = first_character(text);
    cells += next.cells;
    text.remove_prefix(next.bytes.size());
  }
  return cells;
}

std::string fitted(std::string_view text, std::size_t width, const Style& style) {
  const std::string_view ellipsis = style.unicode ? "…" : "..";
  const std::size_t ellipsis_cells = style.unicode ? 1 : 2;
  const bool too_wide = display_width(text) > width;
  const std::size_t room = too_wide && width > ellipsis_cells ? width - ellipsis_cells : width;
  std::string out;
  std::size_t cells = 0;
  while (!text.empty()) {
    const Character next = first_character(text);
    if (cells + next.cells > room) break;
    out += shown(next, style);
    cells += next.cells;
    text.remove_prefix(next.bytes.size());
  }
  if (too_wide && width > ellipsis_cells) out += ellipsis;
  return out;
}

std::string printable(std::string_view text, const Style& style) {
  std::string out;
  while (!text.empty()) {
    const Character next = first_character(text);
    out += shown(next, style);
    text.remove_prefix(next.bytes.size());
  }
  return out;
}

std::vector<std::string> folded(std::string_view text, std::size_t width, const Style& style) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t cells = 0;
  while (!text.empty()) {
    const Character next = first_character(text);
    const bool space = next.bytes == " ";
    if (cells + next.cells > width && !line.empty()) {
      const std::size_t break_at = space ? line.size() : line.rfind(' ');
      std::string rest;
      if (break_at != std::string::npos && break_at < line.size()) {
        rest = line.substr(break_at + 1);
        line.resize(break_at);
      }
      lines.push_back(std::move(line));
      line = std::move(rest);
      cells = display_width(line);
    }
    if (!space || !line.empty()) {
      line += shown(next, style);
      cells += next.cells;
    }
    text.remove_prefix(next.bytes.size());
  }
  lines.push_back(std::move(line));
  return lines;
}

std::string in_lines(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t cells = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (cells > indent && cells + 1 + display_width(word) > width) {
      out += "\n" + std::string(indent, ' ');
      cells = indent;
    } else if (cells > indent) {
      out += ' ';
      ++cells;
    }
    out += word;
    cells += display_width(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string padded(std::string_view text, std::size_t width, Align align) {
  const std::size_t cells = display_width(text);
  const std::string spaces(width > cells ? width - cells : 0, ' ');
  return align == Align::left ? std::string(text) + spaces : spaces + std::string(text);
}

std::string bar(double part, std::size_t width, const Style& style) {
  const double clamped = std::isfinite(part) ? std::clamp(part, 0.0, 1.0) : 0.0;
  if (!style.unicode) {
    return std::string(static_cast<std::size_t>(std::lround(clamped * static_cast<double>(width))),
                       '#');
  }
  static constexpr std::array<const char*, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto parts =
      static_cast<std::size_t>(std::lround(clamped * 8.0 * static_cast<double>(width)));
  std::string out;
  for (std::size_t cell = 0; cell < parts / 8; ++cell) out += "█";
  return out + eighths[parts % 8];
}

}  // namespace holdfast::cli
