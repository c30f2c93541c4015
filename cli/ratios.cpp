#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/theory_tables.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/registry/ratio_options.hpp"

namespace holdfast::cli {
namespace {

std::string as_text(const tasks::BuiltObjective& built, const Ratios& ratios, const Style& style) {
  std::string out = objective_line(built, style);
  if (ratios.largest_set < ratios.items)
    out += fmt::format("over sets of at most {}\n", counted(ratios.largest_set, "item"));
  out += "\n" + ratios_table(ratios, style);
  const std::string witnesses = witness_lines(ratios, *built.objective, style);
  if (!witnesses.empty()) out += "\nAttained at\n" + witnesses;
  const std::string about =
      fmt::format("{}, {} of sets compared; docs/theory.md says what they mean",
                  counted(ratios.evaluations, "evaluation"), counted(ratios.pairs, "pair"));
  return out + "\n" + style.dim(in_lines(about, 0, style.width)) + "\n";
}

void perform_ratios(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const auto options =
      registry::ratio_options(request.options_of("ratios", registry::ratio_search_options()));
  auto objective = request.objective();
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  const Ratios found = ratios(*built.objective, session.run(), options);
  switch (session.format()) {
    case Format::json:
      return session.emit(documents::ratios_json(built, found, session.run()));
    case Format::csv:
      return session.emit(ratios_csv(found));
    case Format::text:
      return session.emit(as_text(built, found, session.style()));
  }
}

}  // namespace

Command ratios_command() {
  Command command;
  command.name = "ratios";
  command.summary = "how far the objective is from submodular: seven ratios, exact or bounded";
  command.usage = "--data FILE --target COLUMN [options]";
  command.description =
      "Seven numbers between 0 and 1 that say how much the items of a set help or replace each "
      "other. Small ground sets are enumerated, and the sets that attain each ratio are named. On "
      "larger ones the objective's structure proves one side and a sample of sets bounds the "
      "other; every number says which side it is on.";
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(ratio_search_group());
  command.groups.push_back(common_group());
  command.examples = {
      {"the ratios of a regression on 12 columns, exactly",
       "holdfast ratios --data houses.csv --target price"},
      {"bounds for many columns, over sets of at most 20, as guarantees for k = 10 need them",
       "holdfast ratios --data wide.csv --target price --ridge 1 --largest-set 20"}};
  command.perform = perform_ratios;
  return command;
}

}  // namespace holdfast::cli
