#include <fmt/ranges.h>

#include <utility>

#include "cli/certificate_table.hpp"
#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/given_set.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/page_option.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/table.hpp"
#include "holdfast/documents/results_json.hpp"

namespace holdfast::cli {
namespace {

std::string bounds_table(const tasks::BuiltObjective& built, const Certificate& certificate,
                         const Style& style) {
  std::vector<double> values;
  for (const OptimumBound& bound : certificate.bounds) values.push_back(bound.value);
  const NumberFormat number(values);
  Table table({{"bound of the best"}, {"value", Align::right}, {"without", Align::left, true}});
  for (const OptimumBound& bound : certificate.bounds) {
    std::vector<std::string> names;
    for (const Item item : bound.without) names.push_back(built.objective->item_name(item));
    table.add_row({{bound.method},
                   {number(bound.value)},
                   {fmt::format("{}", fmt::join(names, ", ")), Paint::dim}});
  }
  return table.rendered(style);
}

std::string as_text(const tasks::BuiltObjective& built, const Certificate& certificate,
                    const Style& style) {
  std::string out = objective_line(built, style);
  out += fmt::format("{}, any {} of them may be lost\n\n",
                     counted(std::ssize(certificate.items), "item"), certificate.problem.tau);
  out += certificate_text(certificate, built, style) + "\n";
  if (certificate.bounds.size() > 1) out += bounds_table(built, certificate, style) + "\n";
  return out + style.dim(duration(certificate.seconds)) + "\n";
}

void perform_certify(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const GivenSet asked = given_set(request, "certify", "certify");
  auto objective = asked.objective(request);
  Problem problem;
  problem.tau = asked.tau(request, "how many items the adversary deletes");
  const Item given = request.count_or("k", -1);
  const auto adversary = request.adversary();
  PageOption page(request, arguments, "certify");
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  page.locate(built);
  Selection set = asked.of(*built.objective, problem, session.run());
  const auto* file = asked.selection ? &*asked.selection : nullptr;
  const auto size = static_cast<Item>(set.steps.size());
  const Item usual = file ? file->k.value_or(size) : size;
  set.problem.k = given >= 0 ? given : usual;
  // The algorithm's promise was made for its own k and tau.
  const bool same = file && file->k == set.problem.k && file->tau == problem.tau;
  const auto judged = tasks::judge(std::move(set), *built.objective,
                                   *registry::make_adversary(adversary), session.run());
  const Certificate certificate = tasks::certify(judged, same ? file->beta : std::nullopt);
  page.write(
      built, adversary,
      [&] { return documents::certificate_json(built, certificate, session.run()); }, session);
  switch (session.format()) {
    case Format::json:
      return session.emit(documents::certificate_json(built, certificate, session.run()));
    case Format::csv: return session.emit(certificate_csv(certificate));
    case Format::text: return session.emit(as_text(built, certificate, session.style()));
  }
}

}  // namespace

Command certify_command() {
  Command command;
  command.name = "certify";
  command.summary = "prove how good a set is: its worst case, and what no set can exceed";
  command.usage = "(--items LIST | --selection FILE) [--tau N] [--k N] [objective] [options]";
  command.description =
      "Encloses the worst case of a set between two numbers and bounds from above what any k items "
      "could keep after the worst tau deletions. The quotient is the share of the best that the "
      "set is proven to reach, however it was found. What cannot be proven says so.";
  OptionGroup set{"The set", {}};
  for (auto& option : set_options("certify")) set.options.push_back({std::move(option)});
  set.options.push_back({count_option("tau", "how many of its items may be deleted")});
  set.options.push_back(
      {count_option("k", "compare with sets of this many items (default: the size of the set)")});
  command.groups = {std::move(set)};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(adversary_group());
  command.groups.push_back(PageOption::with_common_group());
  command.examples = {
      {"how far from the best can these four columns be, if one may get lost?",
       "holdfast certify --data houses.csv --target price --items rooms,area,age,tax --tau 1"},
      {"the certificate of an earlier choice", "holdfast certify --selection chosen.json"}};
  command.perform = perform_certify;
  return command;
}

}  // namespace holdfast::cli
