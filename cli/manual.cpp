#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/option_groups.hpp"
#include "cli/program.hpp"
#include "cli/session.hpp"
#include "holdfast/registry/registry.hpp"

/// Manual pages in the language of man(7), from the same tables as the help.
namespace holdfast::cli {
namespace {

/// Text as it is: a backslash begins a request elsewhere too, a dot or a quote only in front.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string title(std::string_view name, std::string_view summary) {
  return fmt::format(".TH \"{}\" 1 \"\" \"holdfast {}\" \"Holdfast\"\n.SH NAME\n{} \\- {}\n", name,
                     registry::version(), plain(name), plain(summary));
}

std::string option_entry(const HelpedOption& helped) {
  const std::string name = spelled(helped.option, registry::Spelling::command_line);
  const std::string value = placeholder(helped.option);
  std::string out = fmt::format(".TP\n\\fB{}\\fR", plain(name));
  if (!value.empty()) out += fmt::format(" \\fI{}\\fR", plain(value));
  const std::string negation = name.starts_with("--no-") ? "do not " : "";
  return out + "\n" + plain(negation + explanation(helped)) + "\n";
}

std::string command_page(const Command& command) {
  std::string out = title("holdfast-" + command.name, command.summary);
  out +=
      fmt::format(".SH SYNOPSIS\n.B holdfast {}\n{}\n", plain(command.name), plain(command.usage));
  out += fmt::format(".SH DESCRIPTION\n{}\n.SH OPTIONS\n", plain(command.description));
  for (const auto& group : command.groups) {
    out += fmt::format(".SS \"{}\"\n", plain(group.title));
    for (const auto& option : group.options) out += option_entry(option);
  }
  out += ".SH EXAMPLES\n";
  for (const auto& [purpose, example] : command.examples) {
    out += fmt::format(".TP\n{}\n.nf\n{}\n.fi\n", plain(purpose), plain(example));
  }
  return out + ".SH SEE ALSO\n.BR holdfast (1)\n";
}

std::string program_page() {
  std::string out = title("holdfast", "choose k things so that losing any tau of them hurts least");
  out +=
      ".SH SYNOPSIS\n.B holdfast\n\\fICOMMAND\\fR [options]\n.SH DESCRIPTION\n"
      "Holdfast chooses columns that predict, places for sensors, or examples that stand for all "
      "others, and says how much is certain to remain when the worst of them are lost.\n"
      ".SH COMMANDS\n";
  for (const auto& command : commands()) {
    if (command.hidden) continue;
    out += fmt::format(".TP\n.BR holdfast\\-{} (1)\n{}\n", command.name, plain(command.summary));
  }
  out +=
      ".SH EXIT STATUS\n.TP\n0\ndone\n.TP\n1\nit failed while running\n.TP\n2\n"
      "the request or the input is wrong\n.TP\n130\ninterrupted\n";
  return out;
}

void perform_manual(const Arguments& arguments, Session& session) {
  const std::string* name = arguments.find("page");
  if (name == nullptr) return session.emit(program_page());
  const auto all = commands();
  const auto found = std::ranges::find(all, *name, &Command::name);
  if (found == all.end()) {
    throw std::invalid_argument(fmt::format("there is no command \"{}\"", *name));
  }
  session.emit(command_page(*found));
}

}  // namespace

Command manual_command() {
  Command command;
  command.name = "manual";
  command.summary = "manual pages, for packages of the program";
  command.usage = "[COMMAND] [--output FILE]";
  command.description = "Writes the page of the program or of one of its commands for man(1).";
  command.groups = {common_group()};
  command.argument = "page";
  command.examples = {{"read one", "holdfast manual select | man -l -"}};
  command.hidden = true;
  command.perform = perform_manual;
  return command;
}

}  // namespace holdfast::cli
