#include "holdfast/registry/reference.hpp"

#include "cli/command.hpp"
#include "cli/option_groups.hpp"
#include "cli/session.hpp"

namespace holdfast::cli {

Command reference_command() {
  Command command;
  command.name = "reference";
  command.summary =
      "every objective, algorithm, adversary and data set with its options, as Markdown";
  command.usage = "[--output FILE]";
  command.description = "Writes the reference page of the documentation (docs/reference.md).";
  command.groups = {common_group()};
  command.examples = {{"read it", "holdfast reference | less"}};
  command.perform = [](const Arguments&, Session& session) {
    session.emit(registry::reference_markdown());
  };
  return command;
}

}  // namespace holdfast::cli
