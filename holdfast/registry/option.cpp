#include "holdfast/registry/option.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "holdfast/data/suggestion.hpp"

namespace holdfast::registry {
namespace {

std::string shown(const OptionValue& value) {
  if (std::holds_alternative<std::string>(value)) {
    return fmt::format("\"{}\"", std::get<std::string>(value));
  }
  return std::holds_alternative<std::monostate>(value) ? "nothing" : to_text(value);
}

[[noreturn]] void refuse(const Option& option, const OptionValue& value, Spelling spelling) {
  std::string hint;
  if (!option.choices.empty() && std::holds_alternative<std::string>(value)) {
    hint = did_you_mean(std::get<std::string>(value), option.choices);
  }
  throw std::invalid_argument(fmt::format("{} must be {}, got {}{}", spelled(option, spelling),
                                          valid_values(option), shown(value), hint));
}

template <class Number>
std::optional<Number> number_from(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<bool> flag_from(std::string_view text) {
  for (const auto* word : {"true", "yes", "on", "1"}) {
    if (text == word) return true;
  }
  for (const auto* word : {"false", "no", "off", "0"}) {
    if (text == word) return false;
  }
  return std::nullopt;
}

/// 2^53: beyond it a double no longer tells neighbouring integers apart.
constexpr double largest_exact_integer = 9007199254740992.0;

OptionValue as_integer(const Option& option, const OptionValue& value, Spelling spelling) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* number = std::get_if<double>(&value)) {
    if (std::trunc(*number) == *number && std::abs(*number) <= largest_exact_integer) {
      return static_cast<std::int64_t>(*number);
    }
  }
  refuse(option, value, spelling);
}

OptionValue as_number(const Option& option, const OptionValue& value, Spelling spelling) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr || !std::isfinite(*number)) refuse(option, value, spelling);
  return *number;
}

void require_in_range(const Option& option, const OptionValue& value, Spelling spelling) {
  const double number = std::holds_alternative<double>(value)
                            ? std::get<double>(value)
                            : static_cast<double>(std::get<std::int64_t>(value));
  if (!option.range.contains(number)) refuse(option, value, spelling);
}

std::string in_range(std::string_view noun, const Range& range) {
  const bool from = std::isfinite(range.least);
  const bool to = std::isfinite(range.most);
  if (from && to && !range.excludes_least && !range.excludes_most) {
    return fmt::format("{} from {} to {}", noun, range.least, range.most);
  }
  std::string text(noun);
  if (from)
    text += fmt::format(" {} {}", range.excludes_least ? "above" : "of at least", range.least);
  if (from && to) text += " and";
  if (to) text += fmt::format(" {} {}", range.excludes_most ? "below" : "of at most", range.most);
  return text;
}

}  // namespace

std::string valid_values(const Option& option) {
  switch (option.kind) {
    case OptionKind::number: return in_range("a number", option.range);
    case OptionKind::integer: return in_range("a whole number", option.range);
    case OptionKind::flag: return "true or false";
    case OptionKind::file: return "the name of a file";
    case OptionKind::list: return "a comma-separated list";
    case OptionKind::text: break;
  }
  if (option.choices.empty()) return "a text";
  return fmt::format("one of {}", fmt::join(option.choices, ", "));
}

std::string placeholder(const Option& option) {
  if (!option.placeholder.empty()) return option.placeholder;
  switch (option.kind) {
    case OptionKind::number: return "X";
    case OptionKind::integer: return "N";
    case OptionKind::flag: return "";
    case OptionKind::file: return "FILE";
    case OptionKind::list: return "LIST";
    case OptionKind::text: break;
  }
  if (option.choices.empty()) return "TEXT";
  constexpr std::size_t few = 3;
  if (option.choices.size() > few) return "NAME";
  return fmt::format("{}", fmt::join(option.choices, "|"));
}

std::string to_text(const OptionValue& value) {
  struct Writer {
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(bool flag) const { return flag ? "on" : "off"; }
    std::string operator()(std::int64_t integer) const { return fmt::format("{}", integer); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::vector<std::string>& list) const {
      return fmt::format("{}", fmt::join(list, ","));
    }
  };
  return std::visit(Writer{}, value);
}

std::string spelled(const Option& option, Spelling spelling) {
  std::string name = option.name;
  if (spelling == Spelling::python) {
    std::ranges::replace(name, '-', '_');
    return name;
  }
  const bool* on = std::get_if<bool>(&option.default_value);
  return (on != nullptr && *on ? "--no-" : "--") + name;
}

OptionValue parse(const Option& option, std::string_view text, Spelling spelling) {
  const std::string whole(text);
  switch (option.kind) {
    case OptionKind::integer:
      if (const auto integer = number_from<std::int64_t>(text))
        return checked(option, *integer, spelling);
      [[fallthrough]];
    case OptionKind::number:
      if (const auto number = number_from<double>(text)) return checked(option, *number, spelling);
      refuse(option, whole, spelling);
    case OptionKind::flag:
      if (const auto flag = flag_from(text)) return *flag;
      refuse(option, whole, spelling);
    case OptionKind::list: return checked(option, split_list(text), spelling);
    case OptionKind::text:
    case OptionKind::file: break;
  }
  return checked(option, whole, spelling);
}

OptionValue checked(const Option& option, OptionValue value, Spelling spelling) {
  switch (option.kind) {
    case OptionKind::number:
    case OptionKind::integer:
      value = option.kind == OptionKind::number ? as_number(option, value, spelling)
                                                : as_integer(option, value, spelling);
      require_in_range(option, value, spelling);
      return value;
    case OptionKind::flag:
      if (!std::holds_alternative<bool>(value)) refuse(option, value, spelling);
      return value;
    case OptionKind::list:
      if (!std::holds_alternative<std::vector<std::string>>(value)) refuse(option, value, spelling);
      return value;
    case OptionKind::text:
    case OptionKind::file: break;
  }
  const auto* text = std::get_if<std::string>(&value);
  const bool known =
      option.choices.empty() || (text && std::ranges::count(option.choices, *text) > 0);
  if (text == nullptr || !known || (option.kind == OptionKind::file && text->empty())) {
    refuse(option, value, spelling);
  }
  return value;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> members(1);
  bool quoted = false;
  for (const char character : text) {
    if (character == '"') {
      quoted = !quoted;
    } else if (character == ',' && !quoted) {
      members.emplace_back();
    } else {
      members.back() += character;
    }
  }
  if (members.size() == 1 && members.front().empty()) members.clear();
  return members;
}

}  // namespace holdfast::registry
