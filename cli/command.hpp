#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/registry/option.hpp"

namespace holdfast::cli {

/// What stood on the command line behind a command's name, unchecked.
class Arguments {
 public:
  void add(std::string name, std::string text);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The text that was given for the option, or nullptr.
  const std::string* find(std::string_view name) const;
  /// Options that were given, in that order.
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::vector<std::string> texts_;
};

/// An option with what the help says about it beyond the option's own words.
struct HelpedOption {
  registry::Option option;
  std::string note = {};  ///< "oblivious-greedy only"
};

/// Options that belong together in the help.
struct OptionGroup {
  std::string title;
  std::vector<HelpedOption> options;
};

struct Example {
  std::string purpose;
  std::string command;
};

class Session;

/// One command of the program: what it takes, what the help says, what it does.
struct Command {
  std::string name;
  std::string summary;
  std::string usage;        ///< behind the name: "--k N [options]"
  std::string description;  ///< a paragraph
  std::vector<OptionGroup> groups;
  std::vector<Example> examples;
  /// Name of the one argument that is no option, and empty if there is none.
  std::string argument = {};
  bool hidden = false;
  void (*perform)(const Arguments&, Session&) = nullptr;
};

Command select_command();
Command attack_command();
Command repair_command();
Command assess_command();
Command protect_command();
Command summarize_command();
Command replan_command();
Command certify_command();
Command curve_command();
Command ratios_command();
Command guarantee_command();
Command generate_command();
Command reproduce_command();
Command reference_command();
Command completions_command();
Command manual_command();

}  // namespace holdfast::cli
