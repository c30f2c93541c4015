#include "holdfast/tasks/repair.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/given_set.hpp"
#include "cli/items_table.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/page_option.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/share_words.hpp"
#include "cli/table.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/registry/constraint_options.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::cli {
namespace {

using registry::OptionValues;
using tasks::BuiltObjective;
using tasks::Loss;
using tasks::RepairResult;
using Rounds = std::vector<RepairResult>;

std::vector<registry::Option> loss_options() {
  return {{.name = "deleted",
           .kind = registry::OptionKind::text,
           .help = "what was lost, members of the set or not; none of it is chosen again",
           .excluded_by = "rounds",
           .placeholder = "LIST|FILE"},
          {.name = "rounds",
           .kind = registry::OptionKind::file,
           .help = "several losses in turn, one per line: refill after each"}};
}

/// What was lost, as it was asked for.
std::vector<Loss> losses_of(const OptionValues& options, Item refill, const Objective& objective) {
  const auto names = registry::item_names(objective);
  std::vector<Loss> losses;
  if (options.has("rounds")) {
    for (auto& batch : read_item_batches(existing_file(options, "rounds"), names))
      losses.push_back({std::move(batch), refill});
    return losses;
  }
  if (!options.has("deleted")) return {{{}, refill}};
  return {{read_item_list(options.text("deleted"), names), refill}};
}

std::string values_table(const BuiltObjective& built, const RepairResult& result,
                         const Style& style) {
  const Deletion& worst = result.repaired.worst();
  const double repaired = result.repaired.selection.value;
  const ShareWords share(built, style);
  const NumberFormat number(
      std::vector<double>{result.value_before, result.value_left, repaired, worst.value});
  Table table({{""}, {"", Align::right}, {"", Align::right}, {"", Align::left, true}});
  const auto add = [&](const char* when, double value, std::string note) {
    table.add_row({{when}, {number(value), Paint::bold}, {share.brief(value)}, {std::move(note)}});
  };
  add("before", result.value_before, counted(std::ssize(result.before), "item"));
  add("after the loss", result.value_left, counted(std::ssize(result.left), "item"));
  add("repaired", repaired,
      fmt::format("{}, {} new", counted(std::ssize(result.repaired.selection.steps), "item"),
                  result.added().size()));
  if (result.repaired.selection.problem.tau > 0) {
    add("worst case", worst.value,
        fmt::format("after {} more; {}", worst.items.size(), how_sure(worst)));
  }
  return table.without_titles(style);
}

std::string as_text(const BuiltObjective& built, const OptionValues& algorithm,
                    const Rounds& rounds, const Style& style) {
  std::string out = objective_line(built, style);
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    const RepairResult& result = rounds[r];
    const Item tau = result.repaired.selection.problem.tau;
    const auto lost = std::ssize(result.before) - std::ssize(result.left);
    std::string what = rounds.size() > 1 ? fmt::format("round {}, ", r + 1) : "";
    what += fmt::format("{}: {} lost, {} added", with_options(algorithm), counted(lost, "item"),
                        result.added().size());
    if (tau > 0) what += fmt::format("; any {} more may be lost", tau);
    if (result.repaired.selection.interrupted()) what += fmt::format(" ({})", best_so_far);
    out += (r > 0 ? "\n" : "") + in_lines(what, 0, style.width) + "\n\n";
    if (!result.repaired.selection.steps.empty())
      out +=
          items_table(*built.objective, algorithm, result.repaired, result.added(), style) + "\n";
    out += values_table(built, result, style);
  }
  return out;
}

std::string as_csv(const BuiltObjective& built, const Rounds& rounds) {
  std::string out = "round,rank,index,name,part,gain,new,deleted\n";
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    const auto& steps = rounds[r].repaired.selection.steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Chosen& step = steps[i];
      out += fmt::format(
          "{},{},{},{},{},{},{},{}\n", r + 1, i + 1, built.objective->given_index(step.item),
          quote_csv_field(built.objective->item_name(step.item)), to_string(step.part),
          format_number(step.gain), holds(rounds[r].left, step.item) ? 0 : 1,
          holds(rounds[r].repaired.worst().items, step.item) ? 1 : 0);
    }
  }
  return out;
}

void perform_repair(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const GivenSet asked = given_set(request, "repair", "repair");
  auto objective = asked.objective(request);
  const Item refill = request.count("refill", "how many items to add after a loss");
  const Item tau = asked.selection ? asked.tau(request, "how many more may be lost")
                                   : request.count_or("tau", 0);
  const auto lost = request.options_of("repair", loss_options());
  lost.require_consistent();
  const auto constraints = request.options_of("repair", registry::constraint_options());
  const auto algorithm =
      request.algorithm(request.choice("algorithm", registry::default_algorithm));
  const auto adversary = request.adversary();
  PageOption page(request, arguments, "repair");
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  page.locate(built);
  const Selection set = asked.of(*built.objective, {.tau = tau}, session.run());
  const auto losses = losses_of(lost, refill, *built.objective);
  const auto limits = read_constraints(constraints, *built.objective);
  session.watch().be_patient();
  const auto chooser = registry::make_algorithm(algorithm);
  const auto attacker = registry::make_adversary(adversary);
  const Rounds rounds = lost.has("rounds")
                            ? tasks::replan(*built.objective, set, losses, tau, limits, *chooser,
                                            *attacker, session.run())
                            : Rounds{tasks::repair(*built.objective, set, losses.front(), tau,
                                                   limits, *chooser, *attacker, session.run())};
  const auto document = [&] {
    return lost.has("rounds")
               ? documents::replan_json(built, algorithm, rounds, session.run())
               : documents::repair_json(built, algorithm, rounds.front(), session.run());
  };
  page.write(built, adversary, document, session);
  switch (session.format()) {
    case Format::json: return session.emit(document());
    case Format::csv: return session.emit(as_csv(built, rounds));
    case Format::text: return session.emit(as_text(built, algorithm, rounds, session.style()));
  }
}

}  // namespace

Command repair_command() {
  Command command;
  command.name = "repair";
  command.summary = "refill a set after real losses, prepared for more";
  command.usage = "(--items LIST | --selection FILE) --deleted LIST --refill N [--tau N] [options]";
  command.description =
      "Some items of a set are gone. What is left stays, up to N items are added, none of them one "
      "that was lost, so that losing any tau of the repaired set hurts least. With --rounds this "
      "is repeated loss by loss.";
  OptionGroup set{"The set and its losses", {}};
  for (auto& option : set_options("repair")) set.options.push_back({std::move(option)});
  for (auto& option : loss_options()) set.options.push_back({std::move(option)});
  set.options.push_back({count_option("refill", "how many items to add after a loss (needed)")});
  set.options.push_back({count_option("tau", "how many more may be lost (default 0)")});
  command.groups = {std::move(set)};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(constraint_group());
  const OptionGroup algorithms = algorithm_group(algorithm_choice());
  command.groups.push_back(algorithms);
  command.groups.push_back(adversary_group(algorithms));
  command.groups.push_back(PageOption::with_common_group());
  command.examples = {
      {"two of the chosen columns are no longer delivered: which two take their place?",
       "holdfast repair --selection chosen.json --deleted rooms,tax --refill 2"},
      {"three losses in turn, one new item after each",
       "holdfast repair --data houses.csv --target price --items rooms,area,age,tax --rounds "
       "losses.txt --refill 1 --tau 1"}};
  command.perform = perform_repair;
  return command;
}

}  // namespace holdfast::cli
