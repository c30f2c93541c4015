#include <fmt/ranges.h>

#include <algorithm>

#include "cli/shell_words.hpp"

namespace holdfast::cli {
namespace {

std::vector<Command> shown(const std::vector<Command>& commands) {
  std::vector<Command> kept;
  std::ranges::copy_if(commands, std::back_inserter(kept),
                       [](const Command& command) { return !command.hidden; });
  return kept;
}

/// With a mark before each of `special`, and a space in place of a line break.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

/// Inside single quotes of a shell.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool has_choices(const ShellOption& option) { return !option.choices.empty(); }

std::string words_of(const ShellOption& option) {
  return fmt::format("{}", fmt::join(option.choices, " "));
}

/// "--data|--groups)", the patterns of a case.
std::string pattern(const ShellOption& option) {
  return "--" + option.name + (option.has_letter() ? "|-" + option.letter() : "");
}

std::string bash_case(const Command& command) {
  std::string out = fmt::format("    {})\n      case $before in\n", command.name);
  std::vector<std::string> files, free, all;
  for (const auto& option : shell_options(command)) {
    all.push_back("--" + option.name);
    if (option.follows == Follows::file) files.push_back(pattern(option));
    if (option.follows == Follows::anything) free.push_back(pattern(option));
    if (has_choices(option))
      out += fmt::format("        {}) words={} ;;\n", pattern(option), quoted(words_of(option)));
  }
  if (!files.empty()) out += fmt::format("        {}) files=1 ;;\n", fmt::join(files, "|"));
  if (!free.empty()) out += fmt::format("        {}) ;;\n", fmt::join(free, "|"));
  return out + fmt::format("        *) words={} ;;\n      esac\n      ;;\n",
                           quoted(fmt::format("{}", fmt::join(all, " "))));
}

std::string zsh_option(const ShellOption& option) {
  std::string behind;
  const std::string title = escaped(option.placeholder, ":\\[]");
  const std::string words = escaped(words_of(option), ":\\");
  switch (option.follows) {
    case Follows::nothing: break;
    case Follows::choice: behind = fmt::format(":{}:({})", option.name, words); break;
    case Follows::list_of_choices:
      behind = fmt::format(":{}:_values -s , {} {}", option.name, option.name, words);
      break;
    case Follows::file: behind = fmt::format(":{}:_files", title); break;
    case Follows::anything: behind = fmt::format(":{}: ", title); break;
  }
  const std::string spec = quoted(fmt::format("[{}]{}", escaped(option.help, "[]:\\"), behind));
  if (!option.has_letter()) return fmt::format("        {}{} \\\n", "--" + option.name, spec);
  return fmt::format("        {{-{0},--{1}}}{2} \\\n", option.letter(), option.name, spec);
}

std::string fish_option(const Command& command, const ShellOption& option) {
  std::string line = fmt::format("complete -c holdfast -n '__fish_seen_subcommand_from {}' {} {}",
                                 command.name, option.name.size() == 1 ? "-s" : "-l", option.name);
  if (option.name.size() > 1 && option.has_letter()) line += " -s " + option.letter();
  if (option.name.size() == 1) line += " -l " + option.name;
  switch (option.follows) {
    case Follows::nothing: break;
    case Follows::file: line += " -r -F"; break;
    case Follows::anything: line += " -x"; break;
    case Follows::choice:
    case Follows::list_of_choices: line += " -x -a '" + words_of(option) + "'"; break;
  }
  return line + fmt::format(" -d '{}'\n", escaped(option.help, "'\\"));
}

}  // namespace

std::string bash_completions(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  std::string cases;
  for (const auto& command : shown(commands)) {
    names.push_back(command.name);
    cases += bash_case(command);
  }
  return fmt::format(R"(# Completions of holdfast for bash, made by `holdfast completions bash`.
_holdfast() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  local words= files=
  # bash splits --option=value into three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} help --help --version' -- "$current"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
    help) words='{}' ;;
{}  esac
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}}
complete -F _holdfast holdfast
)",
                     fmt::join(names, " "), fmt::join(names, " "), cases);
}

std::string zsh_completions(const std::vector<Command>& commands) {
  std::string names, cases;
  for (const auto& command : shown(commands)) {
    names += fmt::format("    {}\n", quoted(command.name + ":" + escaped(command.summary, ":\\")));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const auto& option : shell_options(command)) cases += zsh_option(option);
    cases += "        '*: : '\n      ;;\n";
  }
  return fmt::format(R"(#compdef holdfast
# Completions of holdfast for zsh, made by `holdfast completions zsh`.
_holdfast() {{
  local -a commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{}  esac
}}
_holdfast "$@"
)",
                     names, cases);
}

std::string fish_completions(const std::vector<Command>& commands) {
  std::string out =
      "# Completions of holdfast for fish, made by `holdfast completions fish`.\n"
      "complete -c holdfast -f\n";
  for (const auto& command : shown(commands)) {
    out += fmt::format("complete -c holdfast -n __fish_use_subcommand -a {} -d '{}'\n",
                       command.name, escaped(command.summary, "'\\"));
  }
  for (const auto& command : shown(commands)) {
    for (const auto& option : shell_options(command)) out += fish_option(command, option);
  }
  return out;
}

}  // namespace holdfast::cli
