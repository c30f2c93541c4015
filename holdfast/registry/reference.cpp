#include "holdfast/registry/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "holdfast/registry/constraint_options.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

/// Prose in lines of at most 100 columns.
std::string wrapped(const std::string& text) {
  constexpr std::size_t width = 100;
  std::string out;
  std::size_t column = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const bool fits = column == 0 || column + 1 + (end - begin) <= width;
    if (column > 0) out += fits ? ' ' : '\n';
    column = (fits && column > 0 ? column + 1 : 0) + (end - begin);
    out += text.substr(begin, end - begin);
    begin = end + 1;
  }
  return out;
}

/// A bar would end the cell.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '|') escaped += '\\';
    escaped += character;
  }
  return escaped;
}

std::string sentence(std::string phrase) {
  if (phrase.empty()) return phrase;
  phrase.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(phrase.front())));
  return phrase + ".";
}

/// Python has the option unless it says where a file is.
std::string option_row(const Option& option, bool in_python) {
  const std::string value = placeholder(option);
  const std::string usual = to_text(option.default_value);
  const auto code = [](const std::string& text) { return fmt::format("`{}`", cell(text)); };
  return fmt::format("| `{}{}` | {} | {} | {} | {} |\n", spelled(option, Spelling::command_line),
                     cell(value.empty() ? "" : " " + value),
                     in_python ? code(spelled(option, Spelling::python)) : "", cell(option.help),
                     cell(valid_values(option)), usual.empty() ? "" : code(usual));
}

constexpr const char* table_head =
    "| command line | Python | what it is | valid | default |\n|---|---|---|---|---|\n";

std::string section(const NamedEntry& entry, const std::vector<Option>& options,
                    const std::vector<Option>& sources = {}) {
  std::string text = sentence(entry.summary);
  if (!entry.reference.empty()) text += fmt::format(" ({})", entry.reference);
  for (const auto& name : entry.old_names) text += fmt::format(" Its old name is `{}`.", name);
  std::string out = fmt::format("### `{}`\n\n{}\n\n", entry.name, wrapped(text));
  if (options.empty() && sources.empty()) return out + "It has no options.\n\n";
  out += table_head;
  for (const auto& option : sources) out += option_row(option, false);
  for (const auto& option : options) out += option_row(option, true);
  return out + "\n";
}

template <class Entry>
std::string chapter(const char* title, const char* introduction,
                    const std::vector<Entry>& entries) {
  std::string out = fmt::format("## {}\n\n{}\n\n", title, wrapped(introduction));
  for (const auto& entry : entries) {
    if constexpr (requires { entry.sources; }) {
      out += section(entry, entry.options, entry.sources);
    } else {
      out += section(entry, entry.options);
    }
  }
  return out;
}

}  // namespace

std::string reference_markdown() {
  std::string out =
      "# Reference\n\n" +
      wrapped(
          "Made by `holdfast reference` from the tables that the command line and the Python "
          "package are made of; do not edit it.") +
      "\n\n";
  out +=
      chapter("Objectives",
              "What a set of items is worth: `--objective NAME`. Each also takes `--groups FILE` "
              "(`Grouped` in Python), which makes one item of several.",
              objectives());
  out += "## Failures\n\n" +
         wrapped(
             "Recorded or drawn events, each of which takes some items away. Every objective takes "
             "these options (`Scenarios` and `draw_failures` in Python): a set is then worth the "
             "mean, the worst or the mean of the worst tail of what the events leave of it.") +
         "\n\n" + table_head;
  for (const auto& option : failure_options()) out += option_row(option, false);
  out += "\n";
  out += chapter(
      "Algorithms",
      "How k items are chosen so that losing any tau of them hurts least: `--algorithm NAME`.",
      algorithms());
  out += "## Constraints\n\nWhat every choice of `select`, `curve` and `repair` must satisfy.\n\n";
  out += table_head;
  for (const auto& option : constraint_options()) out += option_row(option, true);
  out += "\n";
  out += chapter("Adversaries", "How the worst deletion of tau items is found: `--adversary NAME`.",
                 adversaries());
  out += chapter("Data sets", "What `holdfast generate NAME --out DIR` writes.", generators());
  out.pop_back();
  return out;
}

}  // namespace holdfast::registry
