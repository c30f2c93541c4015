#include "cli/parser.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

#include "holdfast/data/suggestion.hpp"

namespace holdfast::cli {
namespace {

using registry::OptionKind;

/// Everything that one command's CLI::App writes to while it parses.
struct Binding {
  std::map<std::string, std::vector<std::string>> texts;
  std::map<std::string, bool> flags;
};

/// One-letter options are written -k as well.
std::string names_for(const registry::Option& option) {
  const std::string name = spelled(option, registry::Spelling::command_line);
  if (option.name == "help") return "-h," + name;
  return option.name.size() == 1 ? fmt::format("-{},{}", option.name, name) : name;
}

void bind(CLI::App& app, const Command& command, Binding& binding) {
  app.allow_extras();
  app.set_help_flag();
  for (const auto& group : command.groups) {
    for (const auto& [option, note] : group.options) {
      // Several data sets may have the same option, with defaults of their own.
      if (binding.texts.contains(option.name) || binding.flags.contains(option.name)) continue;
      if (option.kind == OptionKind::flag) {
        app.add_flag(names_for(option), binding.flags[option.name]);
      } else {
        app.add_option(names_for(option), binding.texts[option.name])
            ->expected(1)
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      }
    }
  }
  if (!command.argument.empty()) {
    app.add_option(command.argument, binding.texts[command.argument])->expected(0, 1);
  }
}

std::vector<std::string> spelled_options(const Command& command) {
  std::vector<std::string> names;
  for (const auto& group : command.groups) {
    for (const auto& [option, note] : group.options) {
      names.push_back(spelled(option, registry::Spelling::command_line));
    }
  }
  return names;
}

void refuse_rest(const std::vector<std::string>& rest, const Command& command) {
  if (rest.empty()) return;
  const auto option =
      std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with('-'); });
  if (option == rest.end()) {
    throw std::invalid_argument(
        fmt::format("{} does not know what to do with \"{}\"; see holdfast {} --help", command.name,
                    rest.front(), command.name));
  }
  const std::string name = option->substr(0, option->find('='));
  const std::string hint = did_you_mean(name, spelled_options(command));
  throw std::invalid_argument(
      fmt::format("{} has no option {}{}", command.name, name,
                  hint.empty() ? fmt::format("; see holdfast {} --help", command.name) : hint));
}

/// A list may be given piece by piece; anything else once.
std::string joined(const registry::Option& option, const std::vector<std::string>& texts) {
  if (texts.size() > 1 && option.kind != OptionKind::list) {
    throw std::invalid_argument(fmt::format("{} is given more than once",
                                            spelled(option, registry::Spelling::command_line)));
  }
  return fmt::format("{}", fmt::join(texts, ","));
}

Arguments collected(const Command& command, const Binding& binding) {
  Arguments arguments;
  for (const auto& group : command.groups) {
    for (const auto& [option, note] : group.options) {
      if (arguments.has(option.name)) continue;
      if (option.kind == OptionKind::flag) {
        const bool* on = std::get_if<bool>(&option.default_value);
        const bool turned_off = on != nullptr && *on;
        if (binding.flags.at(option.name)) arguments.add(option.name, turned_off ? "off" : "on");
      } else if (const auto& texts = binding.texts.at(option.name); !texts.empty()) {
        arguments.add(option.name, joined(option, texts));
      }
    }
  }
  if (!command.argument.empty() && !binding.texts.at(command.argument).empty()) {
    arguments.add(command.argument, binding.texts.at(command.argument).front());
  }
  return arguments;
}

/// CLI11 speaks of "--k: 1 required TEXT missing".
[[noreturn]] void translate(const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && !words.empty()) {
    throw std::invalid_argument(fmt::format("{} needs a value", words.back()));
  }
  throw std::invalid_argument(error.what());
}

Parsed parse_for(const Command& command, std::vector<std::string> words) {
  CLI::App app;
  Binding binding;
  bind(app, command, binding);
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 wants them
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    translate(error, words);
  }
  if (binding.flags.at("help")) return {Parsed::Wish::help, &command, {}};
  refuse_rest(app.remaining(), command);
  return {Parsed::Wish::perform, &command, collected(command, binding)};
}

}  // namespace

Parsed parse_command_line(std::span<const std::string> words, std::span<const Command> commands) {
  if (words.empty()) return {};
  const std::string& first = words.front();
  const auto find = [&](const std::string& name) {
    return std::ranges::find(commands, name, &Command::name);
  };
  if (first == "--version" || first == "-V") return {Parsed::Wish::version, nullptr, {}};
  if (first == "--help" || first == "-h" || first == "help") {
    const bool about_command = words.size() > 1 && find(words[1]) != commands.end();
    return {Parsed::Wish::help, about_command ? &*find(words[1]) : nullptr, {}};
  }
  const auto command = find(first);
  if (command != commands.end()) return parse_for(*command, {words.begin() + 1, words.end()});

  std::vector<std::string> names;
  for (const auto& known : commands) names.push_back(known.name);
  const std::string hint = did_you_mean(first, names);
  throw std::invalid_argument(fmt::format(
      "unknown {} \"{}\"{}", first.starts_with('-') ? "option" : "command", first,
      hint.empty() ? fmt::format("; the commands are {}", fmt::join(names, ", ")) : hint));
}

}  // namespace holdfast::cli
