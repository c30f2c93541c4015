#include <fmt/format.h>

#include <utility>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/given_set.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/page_option.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/table.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"

namespace holdfast::cli {
namespace {

using tasks::BuiltObjective;
using tasks::Judged;

std::string deletions_table(const BuiltObjective& built, const Judged& judged, const Style& style) {
  std::vector<double> values = judged.values_left;
  values.push_back(judged.selection.value);
  const NumberFormat number(values);
  Table table({{"", Align::right},
               {"deleted", Align::left, true},
               {"value left", Align::right},
               {"kept", Align::right},
               {""}});
  const auto add = [&](std::size_t order, const std::string& name, double left) {
    constexpr std::size_t bar_width = 20;
    const double kept = judged.selection.value > 0.0 ? left / judged.selection.value : 1.0;
    table.add_row({{order == 0 ? "" : std::to_string(order), Paint::dim},
                   {name, order == 0 ? Paint::dim : Paint::red},
                   {number(left)},
                   {percent(kept)},
                   {bar(kept, bar_width, style)}});
  };
  add(0, "nothing", judged.selection.value);
  for (std::size_t i = 0; i < judged.values_left.size(); ++i) {
    add(i + 1, built.objective->item_name(judged.worst().items[i]), judged.values_left[i]);
  }
  return table.rendered(style);
}

std::string tried_table(const BuiltObjective& built, const Judged& judged, const Style& style) {
  std::vector<double> values;
  for (const auto& deletion : judged.attacks) values.push_back(deletion.value);
  const NumberFormat number(values);
  Table table({{"adversary"}, {"value left", Align::right}, {"share", Align::right}, {""}});
  for (const auto& deletion : judged.attacks) {
    table.add_row({{deletion.adversary},
                   {number(deletion.value)},
                   {percent(tasks::share(*built.objective, deletion.value))},
                   {deletion.proven ? "proven" : ""}});
  }
  return table.rendered(style);
}

std::string as_text(const BuiltObjective& built, const Judged& judged, const Style& style) {
  const Deletion& worst = judged.worst();
  std::string out = objective_line(built, style);
  out += fmt::format("{}, {} of them deleted so that the least is left\n\n",
                     counted(std::ssize(judged.selection.steps), "item"), worst.items.size());
  out += deletions_table(built, judged, style);
  if (judged.attacks.size() > 1) out += "\n" + tried_table(built, judged, style);
  std::int64_t evaluations = 0;
  double seconds = 0.0;
  for (const auto& deletion : judged.attacks) {
    evaluations += deletion.evaluations;
    seconds += deletion.seconds;
  }
  const std::string about = fmt::format("Worst deletion: {}. {}, {}", how_sure(worst),
                                        counted(evaluations, "evaluation"), duration(seconds));
  return out + "\n" + style.dim(in_lines(about, 0, style.width)) + "\n";
}

std::string as_csv(const BuiltObjective& built, const Judged& judged) {
  std::string out = "order,index,name,value_left\n";
  for (std::size_t i = 0; i < judged.values_left.size(); ++i) {
    const Item item = judged.worst().items[i];
    out += fmt::format("{},{},{},{}\n", i + 1, built.objective->given_index(item),
                       quote_csv_field(built.objective->item_name(item)),
                       format_number(judged.values_left[i]));
  }
  return out;
}

void perform_attack(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const GivenSet asked = given_set(request, "attack", "attack");
  auto objective = asked.objective(request);
  const Item tau = asked.tau(request, "how many items the adversary deletes");
  const auto adversary = request.adversary();
  PageOption page(request, arguments, "attack");
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  page.locate(built);
  const auto judged =
      tasks::judge(asked.of(*built.objective, {.tau = tau}, session.run()), *built.objective,
                   *registry::make_adversary(adversary), session.run());
  page.write(
      built, adversary, [&] { return documents::deletion_json(built, judged, session.run()); },
      session);
  switch (session.format()) {
    case Format::json: return session.emit(documents::deletion_json(built, judged, session.run()));
    case Format::csv: return session.emit(as_csv(built, judged));
    case Format::text: return session.emit(as_text(built, judged, session.style()));
  }
}

}  // namespace

Command attack_command() {
  Command command;
  command.name = "attack";
  command.summary = "the worst deletions from a given set";
  command.usage = "(--items LIST | --selection FILE) [--tau N] [objective] [options]";
  command.description =
      "Looks for the tau items of a set whose loss leaves the smallest value. The set is a list of "
      "items, or what select has chosen.";
  OptionGroup set{"The set", {}};
  for (auto& option : set_options("attack")) set.options.push_back({std::move(option)});
  set.options.push_back({count_option("tau", "how many of its items may be deleted")});
  command.groups = {std::move(set)};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(adversary_group());
  command.groups.push_back(PageOption::with_common_group());
  command.examples = {
      {"what if three of these four columns get lost?",
       "holdfast attack --data houses.csv --target price --items rooms,area,age,tax --tau 3"},
      {"prove the worst case of an earlier choice",
       "holdfast attack --selection chosen.json --adversary exact"}};
  command.perform = perform_attack;
  return command;
}

}  // namespace holdfast::cli
