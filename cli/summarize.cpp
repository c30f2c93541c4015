#include "holdfast/tasks/summarize.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/given_set.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/selection_text.hpp"
#include "cli/session.hpp"
#include "cli/table.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/registry/constraint_options.hpp"
#include "holdfast/registry/sources.hpp"

/// summarize and replan: small parts of large data, and choices from them after deletions.
namespace holdfast::cli {
namespace {

using tasks::BuiltObjective;

constexpr const char* assumption =
    "Assumes deletions that do not depend on the draws of the summary: whoever deletes must not "
    "have seen it. Against worst losses choose with --tau.";

std::vector<registry::Option> summary_options() {
  return {{.name = "epsilon",
           .kind = registry::OptionKind::number,
           .help = "how fine the thresholds are; smaller keeps more",
           .default_value = 0.2,
           .range = {.least = 0.0, .most = 1.0, .excludes_least = true}},
          {.name = "method",
           .kind = registry::OptionKind::text,
           .help = "all items at hand, or one pass over them in their order",
           .default_value = std::string("whole"),
           .choices = {"whole", "stream"}},
          {.name = "parts",
           .kind = registry::OptionKind::integer,
           .help = "divide the items at random and summarize each part alone, as several machines "
                   "would",
           .default_value = std::int64_t{1},
           .range = {.least = 1, .most = 1'000'000}}};
}

std::string as_text(const BuiltObjective& built, const tasks::SummaryResult& result,
                    const Style& style) {
  const SummaryOptions& options = result.request.options;
  const Items items = result.summary.items();
  std::string out = objective_line(built, style);
  out += in_lines(fmt::format("{} kept of {}, to choose {} from after {}",
                              counted(std::ssize(items), "item"), grouped(built.objective->size()),
                              options.k, counted(options.deletions, "deletion")),
                  0, style.width) +
         "\n\n";
  Table table({{"threshold", Align::right}, {"drawn", Align::right}, {"waiting", Align::right}});
  for (const auto& level : result.summary.levels) {
    table.add_row({{fmt::format("{:.6g}", level.threshold)},
                   {std::to_string(level.chosen.size())},
                   {std::to_string(level.waiting.size())}});
  }
  if (!result.summary.levels.empty()) out += table.rendered(style) + "\n";
  out += style.dim(in_lines(assumption, 0, style.width)) + "\n";
  return out +
         style.dim(fmt::format("{}, {}", counted(result.evaluations, "evaluation"),
                               duration(result.seconds))) +
         "\n";
}

std::string as_csv(const BuiltObjective& built, const tasks::SummaryResult& result) {
  std::string out = "index,name\n";
  for (const Item item : result.summary.items()) {
    out += fmt::format("{},{}\n", built.objective->given_index(item),
                       quote_csv_field(built.objective->item_name(item)));
  }
  return out;
}

void perform_summarize(const Arguments& arguments, Session& session) {
  Request request(arguments);
  tasks::SummaryRequest asked;
  asked.options.k = request.count("k", "how many items will be chosen from the summary");
  asked.options.deletions =
      request.count("deletions", "how many items may be deleted before the choice");
  const auto options = request.options_of("summarize", summary_options());
  asked.options.epsilon = options.number("epsilon");
  asked.stream = options.text("method") == "stream";
  asked.parts = static_cast<Item>(options.integer("parts"));
  const auto constraints = request.options_of("summarize", registry::constraint_options());
  auto objective = request.objective();
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  asked.constraints = read_constraints(constraints, *built.objective);
  const auto result = tasks::summarize(*built.objective, asked, session.run());
  switch (session.format()) {
    case Format::json: return session.emit(documents::summary_json(built, result, session.run()));
    case Format::csv: return session.emit(as_csv(built, result));
    case Format::text: return session.emit(as_text(built, result, session.style()));
  }
}

std::vector<registry::Option> replan_options() {
  return {{.name = "summary",
           .kind = registry::OptionKind::file,
           .help = "the JSON output of summarize; objective and k come from there unless given"},
          {.name = "deleted",
           .kind = registry::OptionKind::text,
           .help = "what was deleted, of the summary or not",
           .placeholder = "LIST|FILE"}};
}

void perform_replan(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const auto options = request.options_of("replan", replan_options());
  if (!options.has("summary"))
    throw std::invalid_argument("replan needs --summary FILE: what to choose from");
  const auto file = documents::read_summary(existing_file(options, "summary"));
  auto objective = GivenSet{"", file.set}.objective(request);
  tasks::SelectRequest asked;
  asked.problem.k = file.set.k ? request.count_or("k", *file.set.k)
                               : request.count("k", "how many items to choose");
  asked.problem.tau = request.count_or("tau", 0);
  asked.algorithm = request.algorithm(request.choice("algorithm", registry::default_algorithm));
  asked.adversary = request.adversary();
  asked.compare = session.format() != Format::csv;
  const auto constraints = request.options_of("replan", registry::constraint_options());
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  asked.problem.constraints = read_constraints(constraints, *built.objective);
  Items deleted;
  if (options.has("deleted"))
    deleted = read_item_list(options.text("deleted"), registry::item_names(*built.objective));
  session.watch().be_patient();
  const auto choice = tasks::choose_from_summary(
      built, documents::items_for(file.set, *built.objective),
      documents::levels_for(file, *built.objective), file.epsilon, deleted, asked, session.run());
  switch (session.format()) {
    case Format::json:
      return session.emit(documents::summary_choice_json(built, choice, deleted, session.run()));
    case Format::csv: return session.emit(selection_csv(choice.built, choice.selected));
    case Format::text:
      return session.emit(selection_text(choice.built, choice.selected, session.style()) +
                          session.style().dim(in_lines(assumption, 0, session.style().width)) +
                          "\n");
  }
}

}  // namespace

Command summarize_command() {
  Command command;
  command.name = "summarize";
  command.summary = "keep a small part from which to choose after deletions";
  command.usage = "--k N --deletions N [objective] [options]";
  command.description =
      "Keeps a small part of the items from which a good choice of k can still be made after any "
      "so many deletions, by replan. It assumes that the deletions do not depend on the random "
      "draws of the summary: whoever deletes must not have seen it. select --tau assumes nothing "
      "of the kind.";
  OptionGroup group{
      "The summary",
      {{count_option("k", "how many items will be chosen from it (needed)")},
       {count_option("deletions", "how many items may be deleted before that (needed)")}}};
  for (auto& option : summary_options()) group.options.push_back({std::move(option)});
  command.groups = {std::move(group)};
  for (auto& objectives : objective_groups()) command.groups.push_back(std::move(objectives));
  command.groups.push_back(constraint_group());
  command.groups.push_back(common_group());
  command.examples = {
      {"a part of all pictures that stays good if any 50 people withdraw theirs",
       "holdfast summarize --objective facility-location --similarity pictures.npy --k 20 "
       "--deletions 50 --format json --output summary.json"}};
  command.perform = perform_summarize;
  return command;
}

Command replan_command() {
  Command command;
  command.name = "replan";
  command.summary = "choose from a summary after deletions";
  command.usage = "--summary FILE [--deleted LIST] [--k N] [--tau N] [options]";
  command.description =
      "Chooses k items from what deletions have left of a summary. The guarantee of the summary "
      "assumes deletions that do not depend on its draws. With --tau the choice is also prepared "
      "for the worst further losses, whoever causes them.";
  OptionGroup group{"The summary and what became of it", {}};
  for (auto& option : replan_options()) group.options.push_back({std::move(option)});
  group.options.push_back({count_option("k",
                                        "how many items to choose (default that of the "
                                        "summary)")});
  group.options.push_back({count_option("tau", "how many of them may be lost (default 0)")});
  command.groups = {std::move(group)};
  for (auto& objectives : objective_groups()) command.groups.push_back(std::move(objectives));
  command.groups.push_back(constraint_group());
  const OptionGroup algorithms = algorithm_group(algorithm_choice());
  command.groups.push_back(algorithms);
  command.groups.push_back(adversary_group(algorithms));
  command.groups.push_back(common_group());
  command.examples = {{"three pictures were withdrawn",
                       "holdfast replan --summary summary.json --deleted 17,203,4711"}};
  command.perform = perform_replan;
  return command;
}

}  // namespace holdfast::cli
