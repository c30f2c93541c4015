#include "cli/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fstream>
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

/// One line, whatever the message quotes: names in files may hold what would steer a terminal.
int complain(std::string message, int code, bool unicode) {
  std::ranges::replace(message, '\n', ' ');
  const std::string line = "holdfast: " + printable(message, {.unicode = unicode}) + "\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
  return code;
}

/// A closed standard descriptor would be given to the next file that is opened, and what is said to
/// people would go there. What is opened here cannot be used the way the descriptor is meant.
void fill_closed_descriptors() {
  constexpr int modes[] = {O_WRONLY, O_RDONLY, O_RDWR};
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(open("/dev/null", modes[descriptor]));  // takes the lowest free number
  }
}

/// The most memory that this process ever had, in kilobytes; 0 if the system does not say.
std::int64_t largest_memory() {
  std::ifstream status("/proc/self/status");
  std::string name;
  std::int64_t kilobytes = 0;
  while (status >> name) {
    if (name == "VmPeak:" && status >> kilobytes) return kilobytes;
  }
  return 0;
}

int complain_about_memory(bool unicode) {
  const auto megabytes = largest_memory() / 1024;
  if (megabytes == 0) return complain("there is not enough memory", exit_failed, unicode);
  return complain(fmt::format("there is not enough memory: this needs more than the {} MB that it "
                              "could get; give less data",
                              megabytes),
                  exit_failed, unicode);
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
  // A closed pipe and a limit on the size of files are errors of write(), not reasons to die.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  fill_closed_descriptors();
  const bool unicode = prepare_locale();
  try {
    InterruptWatch watch;
    perform(words, watch, unicode);
    return watch.acknowledged() ? exit_interrupted : exit_done;
  } catch (const Interrupted& error) {
    return complain(error.what(), exit_interrupted, unicode);
  } catch (const std::invalid_argument& error) {
    return complain(error.what(), exit_wrong_request, unicode);
  } catch (const std::bad_alloc&) {
    return complain_about_memory(unicode);
  } catch (const std::exception& error) {
    return complain(error.what(), exit_failed, unicode);
  }
}

}  // namespace holdfast::cli
