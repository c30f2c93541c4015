#include "holdfast/tasks/select.hpp"

#include <algorithm>
#include <utility>

#include "cli/certificate_table.hpp"
#include "cli/command.hpp"
#include "cli/option_groups.hpp"
#include "cli/page_option.hpp"
#include "cli/request.hpp"
#include "cli/selection_text.hpp"
#include "cli/session.hpp"
#include "cli/theory_tables.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/registry/constraint_options.hpp"

namespace holdfast::cli {
namespace {

registry::Option explain_option() {
  return {.name = "explain",
          .kind = registry::OptionKind::flag,
          .help = "also say which guarantee applies to this selection, and what it promises",
          .default_value = false};
}

registry::Option certify_option() {
  return {.name = "certify",
          .kind = registry::OptionKind::flag,
          .help = "also prove how near this selection is to the best, as the command certify does",
          .default_value = false};
}

registry::Option protect_option() {
  return count_option("protect",
                      "also choose at most so many of the items to protect against losses");
}

void perform_select(const Arguments& arguments, Session& session) {
  Request request(arguments);
  tasks::SelectRequest asked;
  asked.problem.k = asked_k(request, arguments);
  asked.problem.tau = request.count_or("tau", 0);
  asked.protect = request.count_or("protect", 0);
  asked.algorithm = request.algorithm(request.choice("algorithm", registry::default_algorithm));
  asked.adversary = request.adversary();
  const auto extra = request.options_of("select", {explain_option(), certify_option()});
  asked.explain = extra.flag("explain");
  asked.certify = extra.flag("certify");
  asked.compare = session.format() != Format::csv;
  const auto constraints = request.options_of("select", registry::constraint_options());
  PageOption page(request, arguments, "select");
  auto objective = request.objective();
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  page.locate(built);
  asked.problem.constraints = read_constraints(constraints, *built.objective);
  if (asked.problem.constraints.has_costs())
    asked.problem.k = std::min(asked.problem.k, built.objective->size());
  session.watch().be_patient();
  const auto selected = tasks::select(*built.objective, asked, session.run());
  page.write(
      built, asked.adversary,
      [&] { return documents::selection_json(built, selected, session.run()); }, session);
  switch (session.format()) {
    case Format::json:
      return session.emit(documents::selection_json(built, selected, session.run()));
    case Format::csv:
      if (selected.explanation) session.note(promise(*selected.explanation));
      if (selected.certificate) session.note(proven_line(*selected.certificate));
      return session.emit(selection_csv(built, selected));
    case Format::text: return session.emit(selection_text(built, selected, session.style()));
  }
}

}  // namespace

Command select_command() {
  Command command;
  command.name = "select";
  command.summary = "choose k items so that losing any tau of them hurts least";
  command.usage = "--data FILE --target COLUMN --k N [--tau N] [options]";
  command.description =
      "Chooses k items, then lets adversaries look for the tau of them whose loss hurts most. The "
      "items are the columns of a data file, the points of a map, or whatever the objective is "
      "about.";
  const OptionGroup algorithms = algorithm_group(algorithm_choice());
  command.groups = {{"The problem",
                     {{count_option("k", "how many items to choose (needed)")},
                      {count_option("tau", "how many of them may be lost (default 0)")},
                      {protect_option()},
                      {explain_option()},
                      {certify_option()}}}};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(constraint_group());
  command.groups.push_back(algorithms);
  command.groups.push_back(adversary_group(algorithms));
  command.groups.push_back(PageOption::with_common_group());
  command.examples = {
      {"10 columns of your own file that predict its column price, good even if 2 get lost",
       "holdfast select --data houses.csv --target price --k 10 --tau 2"},
      {"leave out columns that are not numbers, and rows with gaps; keep the answer for a program",
       "holdfast select --data air.csv --target DEBE032 --ignore date --missing drop --k 8 --tau 2 "
       "--format json --output chosen.json"},
      {"the same as a page to show around, with a map",
       "holdfast select --data air.csv --target DEBE032 --ignore date --missing drop --k 8 --tau 2 "
       "--report page.html --coordinates stations.csv"},
      {"20 places for sensors that may fail",
       "holdfast select --objective variance-reduction --points places.csv --names id --k 20 --tau "
       "5"},
      {"12 sites of which 2 can be hardened, so that any 3 of the others may fail",
       "holdfast select --objective facility-location --points sites.csv --k 12 --tau 3 --protect "
       "2"},
      {"sensors of several columns each, one of them there already, at most two of a maker",
       "holdfast select --data plant.csv --target y --groups sensors.csv --must pump --kinds "
       "makers.csv --at-most 2 --k 6 --tau 1"}};
  command.perform = perform_select;
  return command;
}

}  // namespace holdfast::cli
