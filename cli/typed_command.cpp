#include "cli/typed_command.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace holdfast::cli {
namespace {

/// As it is if a shell takes it so, else in quotes.
std::string for_a_shell(const std::string& text) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./,:@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      quoted += R"('\'')";
    } else {
      quoted += letter;
    }
  }
  return quoted + "'";
}

}  // namespace

std::string typed_command(const std::string& command, const Arguments& arguments,
                          const std::vector<std::string>& left_out) {
  std::string line = "holdfast " + command;
  for (const auto& name : arguments.names()) {
    if (std::ranges::find(left_out, name) != left_out.end()) continue;
    const std::string& text = *arguments.find(name);
    if (text == "on") {
      line += " --" + name;
    } else if (text == "off") {
      line += " --no-" + name;
    } else {
      line += fmt::format(" --{} {}", name, for_a_shell(text));
    }
  }
  return line;
}

}  // namespace holdfast::cli
