#include "cli/help.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "holdfast/registry/option.hpp"

namespace holdfast::cli {
namespace {

/// Beyond this, lines are hard to read.
constexpr std::size_t widest_text = 100;
/// Where the explanation of an option begins.
constexpr std::size_t explained_at = 28;

std::size_t text_width(const Style& style) { return std::min(style.width, widest_text); }

/// A shell command in lines of at most `width` cells.
std::string continued(std::string_view command, std::size_t width) {
  std::string text = in_lines(command, 6, width - 2);
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 3)) {
    text.replace(at, 1, " \\\n");
  }
  return text;
}

/// A flag that is on by default is explained by what its option turns off.
std::string option_lines(const HelpedOption& helped, const Style& style) {
  const std::string name = spelled(helped.option, registry::Spelling::command_line);
  const std::string value = placeholder(helped.option);
  const std::string plain = "  " + name + (value.empty() ? "" : " " + value);
  const std::string shown = "  " + style.bold(name) + (value.empty() ? "" : " " + value);
  const bool fits = plain.size() + 1 < explained_at;
  const std::string between =
      fits ? std::string(explained_at - plain.size(), ' ') : "\n" + std::string(explained_at, ' ');
  const std::string text =
      name.starts_with("--no-") ? "do not " + explanation(helped) : explanation(helped);
  return shown + between + in_lines(text, explained_at, text_width(style)) + "\n";
}

std::string heading(std::string_view text, const Style& style) {
  return "\n" + style.bold(in_lines(text, 0, text_width(style))) + "\n";
}

}  // namespace

std::string explanation(const HelpedOption& helped) {
  const registry::Option& option = helped.option;
  std::string text = option.help;
  const bool listed = placeholder(option).find('|') != std::string::npos;
  if (!option.choices.empty() && !listed) {
    text += fmt::format("{} {}", text == "one of" ? "" : ":", fmt::join(option.choices, ", "));
  }
  const std::string usual = registry::to_text(option.default_value);
  if (option.kind != registry::OptionKind::flag && !usual.empty()) {
    text += fmt::format(" (default {})", usual);
  }
  if (!helped.note.empty()) text += fmt::format(" [{}]", helped.note);
  return text;
}

std::string program_help(std::span<const Command> commands, const Style& style) {
  std::string out = in_lines(
      "Holdfast chooses k things so that losing any tau of them hurts least: columns that predict, "
      "places for sensors, examples that stand for all others.",
      0, text_width(style));
  out += "\n\n  holdfast COMMAND [options]\n" + heading("Commands", style);
  for (const auto& command : commands) {
    if (command.hidden) continue;
    out += fmt::format("  {}{}{}\n", style.bold(command.name),
                       std::string(12 - std::min<std::size_t>(11, command.name.size()), ' '),
                       in_lines(command.summary, 14, text_width(style)));
  }
  out += heading("Begin with", style);
  out += "  holdfast select --data my.csv --target price --k 10 --tau 2\n";
  out += "  holdfast select --help\n";
  out += "\n  holdfast --version prints the version, and what a bug report should tell.\n";
  return out;
}

std::string command_help(const Command& command, const Style& style) {
  const std::size_t width = text_width(style);
  const std::string title = "holdfast " + command.name;
  const std::string opening = in_lines(title + ": " + command.summary, 0, width);
  std::string out = style.bold(title) + opening.substr(title.size()) + "\n\n";
  out += "  " + title + " " + in_lines(command.usage, title.size() + 3, width) + "\n\n";
  out += in_lines(command.description, 0, width) + "\n";
  out += heading("Examples", style);
  for (const auto& [purpose, example] : command.examples) {
    out += fmt::format("  {}\n    {}\n", style.dim(in_lines("# " + purpose, 4, width)),
                       continued(example, width));
  }
  for (const auto& group : command.groups) {
    out += heading(group.title, style);
    for (const auto& option : group.options) out += option_lines(option, style);
  }
  return out;
}

}  // namespace holdfast::cli
