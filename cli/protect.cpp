#include <fmt/format.h>

#include <utility>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/given_set.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/page_option.hpp"
#include "cli/session.hpp"
#include "cli/share_words.hpp"
#include "cli/table.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"

namespace holdfast::cli {
namespace {

using tasks::BuiltObjective;
using tasks::Protection;

registry::Option budget_option() {
  return {.name = "budget",
          .kind = registry::OptionKind::integer,
          .help =
              "how many attacks to make at most; 0: 20,000 where they are quick, 1,000 "
              "elsewhere",
          .default_value = std::int64_t{0},
          .range = {.least = 0}};
}

std::string how_good(const Protection& protection) {
  if (protection.proven) return "proven: no other protection keeps more";
  return fmt::format("the best found; proven: no protection keeps more than {:.6g}",
                     protection.at_most);
}

std::string as_text(const BuiltObjective& built, const Protection& protection, const Style& style) {
  const Objective& objective = *built.objective;
  std::string out = objective_line(built, style);
  out +=
      fmt::format("{}, at most {} of them protected, {} of the others may be lost\n\n",
                  counted(std::ssize(protection.items), "item"), protection.most, protection.tau);
  const NumberFormat number(
      std::vector<double>{protection.intact, protection.worst.value, protection.unprotected.value});
  const ShareWords share(built, style);
  Table table({{""}, {"", Align::right}, {"", Align::left, true}});
  table.add_row({{"protect"},
                 {listed(objective, protection.protected_items), Paint::bold},
                 {how_good(protection)}});
  const auto add = [&](const char* what, double value, const std::string& note) {
    table.add_row({{what}, {number(value), Paint::bold}, {in_a_row(share.brief(value), note)}});
  };
  add("worst case", protection.worst.value,
      fmt::format("without {}", listed(objective, protection.worst.items)));
  add("unprotected", protection.unprotected.value,
      fmt::format("without {}", listed(objective, protection.unprotected.items)));
  add("nothing lost", protection.intact, "");
  out += table.without_titles(style);
  return out + "\n" +
         style.dim(fmt::format("{}, {}", counted(protection.attacks, "attack"),
                               duration(protection.seconds))) +
         "\n";
}

std::string as_csv(const BuiltObjective& built, const Protection& protection) {
  std::string out = "index,name,protected,deleted\n";
  for (const Item item : protection.items) {
    out += fmt::format("{},{},{},{}\n", built.objective->given_index(item),
                       quote_csv_field(built.objective->item_name(item)),
                       holds(protection.protected_items, item) ? 1 : 0,
                       holds(protection.worst.items, item) ? 1 : 0);
  }
  return out;
}

void perform_protect(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const GivenSet asked = given_set(request, "protect", "protect members of");
  auto objective = asked.objective(request);
  const Item tau = asked.tau(request, "how many of the unprotected items may be lost");
  const Item most = request.count("protect", "how many items may be protected");
  const auto options = request.options_of("protect", {budget_option()});
  PageOption page(request, arguments, "protect");
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  page.locate(built);
  const auto protection = tasks::protect(*built.objective, asked.of(*built.objective), tau, most,
                                         options.integer("budget"), session.run());
  page.write(
      built, [&] { return documents::protection_json(built, protection, session.run()); }, session);
  switch (session.format()) {
    case Format::json:
      return session.emit(documents::protection_json(built, protection, session.run()));
    case Format::csv: return session.emit(as_csv(built, protection));
    case Format::text: return session.emit(as_text(built, protection, session.style()));
  }
}

}  // namespace

Command protect_command() {
  Command command;
  command.name = "protect";
  command.summary = "which items of a set to protect against the worst losses";
  command.usage = "(--items LIST | --selection FILE) --tau N --protect N [objective] [options]";
  command.description =
      "Finds the items of a set whose protection helps most: the worst tau losses among the others "
      "then leave as much as possible. In location science this is fortification against "
      "interdiction.";
  OptionGroup set{"The set", {}};
  for (auto& option : set_options("protect members of")) set.options.push_back({std::move(option)});
  set.options.push_back({count_option("tau", "how many of the unprotected items may be lost")});
  set.options.push_back({count_option("protect", "how many items may be protected (needed)")});
  set.options.push_back({budget_option()});
  command.groups = {std::move(set)};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(PageOption::with_common_group());
  command.examples = {{"two of the chosen sites can be hardened, and any three others may fail",
                       "holdfast protect --selection chosen.json --tau 3 --protect 2"}};
  command.perform = perform_protect;
  return command;
}

}  // namespace holdfast::cli
