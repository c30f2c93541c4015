#include "cli/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <new>
#include <stdexcept>

#include "cli/help.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/parser.hpp"
#include "cli/session.hpp"
#include "cli/terminal.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/registry/build_facts.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::cli {
namespace {

constexpr int exit_done = 0;
constexpr int exit_failed = 1;
constexpr int exit_wrong_request = 2;

/// One line, whatever the message quotes.
int complain(std::string message, int code) {
  std::ranges::replace(message, '\n', ' ');
  const std::string line = "holdfast: " + message + "\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
  return code;
}

/// Scripts read the first line; the others are for bug reports.
std::string version_text() {
  std::string text = fmt::format("holdfast {}\n", registry::version());
  for (const auto& [name, value] : registry::build_facts()) {
    text += fmt::format("  {:<14}{}\n", name, value);
  }
  return text;
}

void perform(std::span<const std::string> words, InterruptWatch& watch, bool unicode) {
  const auto all = commands();
  const Parsed parsed = parse_command_line(words, all);
  const Style style = style_of(STDOUT_FILENO, unicode);
  switch (parsed.wish) {
    case Parsed::Wish::version: return write_to_stdout(version_text(), watch);
    case Parsed::Wish::help:
      return write_to_stdout(
          parsed.command ? command_help(*parsed.command, style) : program_help(all, style), watch);
    case Parsed::Wish::perform: break;
  }
  Session session(parsed.command->name, parsed.arguments, unicode, watch);
  parsed.command->perform(parsed.arguments, session);
}

}  // namespace

std::vector<Command> commands() {
  return {select_command(),    attack_command(),    repair_command(),      protect_command(),
          assess_command(),    summarize_command(), replan_command(),      certify_command(),
          curve_command(),     ratios_command(),    guarantee_command(),   generate_command(),
          reproduce_command(), reference_command(), completions_command(), manual_command()};
}

int run_program(std::span<const std::string> words) {
  // A closed pipe is an error of write(), not a reason to die.
  std::signal(SIGPIPE, SIG_IGN);
  InterruptWatch watch;
  try {
    perform(words, watch, prepare_locale());
    return watch.acknowledged() ? exit_interrupted : exit_done;
  } catch (const Interrupted& error) {
    return complain(error.what(), exit_interrupted);
  } catch (const std::invalid_argument& error) {
    return complain(error.what(), exit_wrong_request);
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory", exit_failed);
  } catch (const std::exception& error) {
    return complain(error.what(), exit_failed);
  }
}

}  // namespace holdfast::cli
