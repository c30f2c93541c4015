#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Small steps that the text formats share. Nothing here depends on the locale.
namespace holdfast::text {

/// Without spaces and tabs at the ends.
std::string_view trim(std::string_view text);

/// A finite decimal number and nothing else; surrounding spaces and a leading + are accepted.
std::optional<double> parse_number(std::string_view text);

/// A whole number >= 0 made of digits only.
std::optional<std::size_t> parse_index(std::string_view text);

bool is_utf8(std::string_view text);

/// The text in quotes for a one-line message: shortened, with unprintable bytes as \xNN.
std::string excerpt(std::string_view text);

/// Without the mark of three bytes that some programs put before UTF-8 text.
std::string_view without_byte_order_mark(std::string_view text);

/// Cuts the next line off `rest`: ended by \n, \r\n, \r or the end of the text.
std::string_view take_line(std::string_view& rest);

}  // namespace holdfast::text
