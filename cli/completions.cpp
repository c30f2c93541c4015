#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/option_groups.hpp"
#include "cli/program.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/shell_words.hpp"

namespace holdfast::cli {
namespace {

void perform_completions(const Arguments& arguments, Session& session) {
  const std::string* shell = arguments.find("shell");
  if (shell == nullptr) {
    throw std::invalid_argument("completions needs a shell: bash, zsh or fish");
  }
  if (*shell == "bash") return session.emit(bash_completions(commands()));
  if (*shell == "zsh") return session.emit(zsh_completions(commands()));
  if (*shell == "fish") return session.emit(fish_completions(commands()));
  throw std::invalid_argument(
      fmt::format("there are no completions for \"{}\"; there are for bash, zsh and fish", *shell));
}

}  // namespace

Command completions_command() {
  Command command;
  command.name = "completions";
  command.summary = "a script with which bash, zsh or fish completes commands and options";
  command.usage = "bash|zsh|fish [--output FILE]";
  command.description =
      "Writes the script for the shell, made from the same tables as this help. The Debian package "
      "brings all three.";
  command.groups = {common_group()};
  command.argument = "shell";
  command.examples = {
      {"in this bash, now", "source <(holdfast completions bash)"},
      {"in every fish",
       "holdfast completions fish --output ~/.config/fish/completions/holdfast.fish"},
      {"in every zsh, from a folder of $fpath",
       "holdfast completions zsh --output ~/.zfunc/_holdfast"}};
  command.perform = perform_completions;
  return command;
}

}  // namespace holdfast::cli
