#include <fmt/format.h>

#include <utility>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/given_set.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/table.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"

namespace holdfast::cli {
namespace {

using registry::AttackResult;
using registry::BuiltObjective;

std::string deletions_table(const BuiltObjective& built, const AttackResult& result,
                            const Style& style) {
  std::vector<double> values = result.left;
  values.push_back(result.value);
  const NumberFormat number(values);
  Table table({{"", Align::right},
               {"deleted", Align::left, true},
               {"value left", Align::right},
               {"kept", Align::right},
               {""}});
  const auto add = [&](std::size_t order, const std::string& name, double left) {
    constexpr std::size_t bar_width = 20;
    const double kept = result.value > 0.0 ? left / result.value : 1.0;
    table.add_row({{order == 0 ? "" : std::to_string(order), Paint::dim},
                   {name, order == 0 ? Paint::dim : Paint::red},
                   {number(left)},
                   {percent(kept)},
                   {bar(kept, bar_width, style)}});
  };
  add(0, "nothing", result.value);
  for (std::size_t i = 0; i < result.left.size(); ++i) {
    add(i + 1, built.objective->item_name(result.worst().items[i]), result.left[i]);
  }
  return table.rendered(style);
}

std::string tried_table(const BuiltObjective& built, const AttackResult& result,
                        const Style& style) {
  std::vector<double> values;
  for (const auto& deletion : result.tried) values.push_back(deletion.value);
  const NumberFormat number(values);
  Table table({{"adversary"}, {"value left", Align::right}, {"share", Align::right}, {""}});
  for (const auto& deletion : result.tried) {
    table.add_row({{deletion.adversary},
                   {number(deletion.value)},
                   {percent(registry::share(*built.objective, deletion.value))},
                   {deletion.proven ? "proven" : ""}});
  }
  return table.rendered(style);
}

std::string as_text(const BuiltObjective& built, const AttackResult& result, const Style& style) {
  const Deletion& worst = result.worst();
  std::string out = objective_line(built, style);
  out += fmt::format("{}, {} of them deleted so that the least is left\n\n",
                     counted(std::ssize(result.items), "item"), worst.items.size());
  out += deletions_table(built, result, style);
  if (result.tried.size() > 1) out += "\n" + tried_table(built, result, style);
  std::int64_t evaluations = 0;
  double seconds = 0.0;
  for (const auto& deletion : result.tried) {
    evaluations += deletion.evaluations;
    seconds += deletion.seconds;
  }
  const std::string about = fmt::format("Worst deletion: {}. {}, {}", how_sure(worst),
                                        counted(evaluations, "evaluation"), duration(seconds));
  return out + "\n" + style.dim(in_lines(about, 0, style.width)) + "\n";
}

std::string as_csv(const BuiltObjective& built, const AttackResult& result) {
  std::string out = "order,index,name,value_left\n";
  for (std::size_t i = 0; i < result.left.size(); ++i) {
    const Item item = result.worst().items[i];
    out +=
        fmt::format("{},{},{},{}\n", i + 1, item, quote_csv_field(built.objective->item_name(item)),
                    format_number(result.left[i]));
  }
  return out;
}

void perform(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const GivenSet asked = given_set(request, "attack", "attack");
  auto objective = asked.objective(request);
  const Item tau = asked.tau(request, "how many items the adversary deletes");
  const auto adversary = request.adversary();
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  const auto result =
      registry::attack(*built.objective, asked.of(*built.objective), tau,
                       *registry::find_adversary(adversary.owner()).make(adversary), session.run());
  switch (session.format()) {
    case Format::json:
      return session.emit(deletion_json(built, tau, result, session.run()));
    case Format::csv:
      return session.emit(as_csv(built, result));
    case Format::text:
      return session.emit(as_text(built, result, session.style()));
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
      "items, or what "
      "select has chosen.";
  OptionGroup set{"The set", {}};
  for (auto& option : set_options("attack")) set.options.push_back({std::move(option)});
  set.options.push_back({count_option("tau", "how many of its items may be deleted")});
  command.groups = {std::move(set)};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(adversary_group());
  command.groups.push_back(common_group());
  command.examples = {
      {"what if three of these four columns get lost?",
       "holdfast attack --data houses.csv --target price --items rooms,area,age,tax --tau 3"},
      {"prove the worst case of an earlier choice",
       "holdfast attack --selection chosen.json --adversary exact"}};
  command.perform = perform;
  return command;
}

}  // namespace holdfast::cli
