#include "holdfast/tasks/assess.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/given_set.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/page_option.hpp"
#include "cli/session.hpp"
#include "cli/table.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"

namespace holdfast::cli {
namespace {

using tasks::Assessment;
using tasks::BuiltObjective;

std::string distribution_table(const Assessment& assessment, const Style& style) {
  std::vector<std::pair<std::string, double>> rows{
      {"worst event", assessment.worst().value},
      {fmt::format("mean of the worst {:g} %", 100.0 * assessment.tail), assessment.cvar}};
  for (const double share : tasks::told_quantiles) {
    rows.emplace_back(share == 0.5 ? "median" : fmt::format("{:g} % quantile", 100.0 * share),
                      assessment.quantile(share));
  }
  rows.emplace_back("mean", assessment.mean);
  rows.emplace_back("nothing lost", assessment.intact);
  std::vector<double> values;
  for (const auto& row : rows) values.push_back(row.second);
  const NumberFormat number(values);
  Table table({{"what is left"}, {"value", Align::right}, {"kept", Align::right}, {""}});
  for (const auto& [what, value] : rows) {
    constexpr std::size_t bar_width = 20;
    const double kept = assessment.intact > 0.0 ? value / assessment.intact : 1.0;
    table.add_row({{what}, {number(value)}, {percent(kept)}, {bar(kept, bar_width, style)}});
  }
  return table.rendered(style);
}

/// How many of the events leave how much; nothing where all leave the same. Bars are shares of the
/// most frequent class.
std::string histogram(const Assessment& assessment, const Style& style) {
  constexpr std::size_t most_classes = 10;
  constexpr std::size_t bar_width = 40;
  const double lowest = assessment.events.front().value;
  const double width = (assessment.events.back().value - lowest) / most_classes;
  if (!(width > 0.0)) return "";
  std::vector<double> shares(most_classes, 0.0);
  for (const auto& event : assessment.events) {
    const auto place = static_cast<std::size_t>((event.value - lowest) / width);
    shares[std::min(place, most_classes - 1)] += event.weight;
  }
  std::vector<double> edges;
  for (std::size_t i = 0; i <= most_classes; ++i)
    edges.push_back(lowest + static_cast<double>(i) * width);
  const NumberFormat number(edges);
  const double largest = *std::ranges::max_element(shares);
  Table table({{"from", Align::right}, {"to", Align::right}, {"events", Align::right}, {""}});
  for (std::size_t i = 0; i < most_classes; ++i) {
    table.add_row({{number(edges[i])},
                   {number(edges[i + 1])},
                   {percent(shares[i])},
                   {bar(shares[i] / largest, bar_width, style)}});
  }
  return "\n" + table.rendered(style);
}

std::string as_text(const BuiltObjective& built, const Assessment& assessment, const Style& style) {
  std::string out = objective_line(built, style);
  out +=
      fmt::format("what the events leave of {}\n\n", counted(std::ssize(assessment.items), "item"));
  out += distribution_table(assessment, style);
  out += histogram(assessment, style);
  std::string about =
      fmt::format("The worst event is number {}; it takes {}.", assessment.worst().place + 1,
                  listed(*built.objective, assessment.worst().lost));
  if (assessment.standard_error) {
    about += fmt::format(
        " If the events are a random sample, the standard error of the mean is "
        "{:.3g}.",
        *assessment.standard_error);
  }
  return out + "\n" + style.dim(in_lines(about, 0, style.width)) + "\n";
}

std::string as_csv(const BuiltObjective& built, const Assessment& assessment) {
  std::string out = "event,value_left,weight,lost\n";
  for (const auto& event : assessment.events) {
    std::vector<std::string> names;
    for (const Item item : event.lost) names.push_back(built.objective->item_name(item));
    out += fmt::format("{},{},{},{}\n", event.place, format_number(event.value),
                       format_number(event.weight),
                       quote_csv_field(fmt::format("{}", fmt::join(names, ","))));
  }
  return out;
}

void perform_assess(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const GivenSet asked = given_set(request, "assess", "assess");
  auto objective = asked.objective(request);
  PageOption page(request, arguments, "assess");
  request.refuse_unused();
  if (!objective.has("outages") && !objective.has("failure-rates")) {
    throw std::invalid_argument(
        "assess needs --outages FILE or --failure-rates FILE: the events that take items away");
  }
  const double tail = objective.has("tail") ? objective.number("tail") : 0.1;
  const auto built = session.build(std::move(objective));
  page.locate(built);
  const auto assessment =
      tasks::assess(*built.objective, asked.of(*built.objective), tail, session.run());
  page.write(
      built, [&] { return documents::assessment_json(built, assessment, session.run()); }, session);
  switch (session.format()) {
    case Format::json:
      return session.emit(documents::assessment_json(built, assessment, session.run()));
    case Format::csv: return session.emit(as_csv(built, assessment));
    case Format::text: return session.emit(as_text(built, assessment, session.style()));
  }
}

}  // namespace

Command assess_command() {
  Command command;
  command.name = "assess";
  command.summary = "what recorded or likely failures leave of a given set";
  command.usage =
      "(--items LIST | --selection FILE) (--outages FILE | --failure-rates FILE) [options]";
  command.description =
      "Shows the distribution of what is left of a set after recorded outages, or after failures "
      "that are drawn from rates: the mean, quantiles, the worst event, and the mean of the worst "
      "ones.";
  OptionGroup set{"The set", {}};
  for (auto& option : set_options("assess")) set.options.push_back({std::move(option)});
  command.groups = {std::move(set)};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(PageOption::with_common_group());
  command.examples = {
      {"how would last year's outages have hit this choice?",
       "holdfast assess --selection chosen.json --outages outages.csv"},
      {"each sensor fails at its own rate: 1,000 draws",
       "holdfast assess --selection chosen.json --failure-rates rates.csv --draws 1000"}};
  command.perform = perform_assess;
  return command;
}

}  // namespace holdfast::cli
