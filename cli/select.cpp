#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/certificate_table.hpp"
#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/table.hpp"
#include "cli/theory_tables.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/registry/constraint_options.hpp"
#include "holdfast/documents/results_json.hpp"

namespace holdfast::cli {
namespace {

using registry::SelectionResult;

bool is_deleted(const SelectionResult& result, Item item) {
  return std::ranges::count(result.attacked.worst().items, item) > 0;
}

bool has_buckets(const Selection& selection) {
  return std::ranges::any_of(selection.steps, [](const Chosen& step) { return step.bucket >= 0; });
}

std::string items_table(const registry::BuiltObjective& built, const SelectionResult& result,
                        const Style& style) {
  const auto& steps = result.selection.steps;
  std::vector<double> gains;
  for (const auto& step : steps) gains.push_back(step.gain);
  const NumberFormat number(gains);
  const double largest = gains.empty() ? 0.0 : *std::ranges::max_element(gains);
  const bool buckets = has_buckets(result.selection);

  std::vector<Table::Column> columns{{"", Align::right}, {"item", Align::left, true}, {"part"}};
  if (buckets) columns.push_back({"bucket", Align::right});
  columns.insert(columns.end(), {{"gain", Align::right}, {""}, {"worst case"}});
  Table table(columns);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool deleted = is_deleted(result, steps[i].item);
    const Paint paint = deleted ? Paint::red : Paint::none;
    std::vector<Cell> row{{std::to_string(i + 1), Paint::dim},
                          {built.objective->item_name(steps[i].item), paint},
                          {to_string(steps[i].part), paint}};
    if (buckets) row.push_back({steps[i].bucket < 0 ? "" : std::to_string(steps[i].bucket), paint});
    constexpr std::size_t bar_width = 12;
    const double part = largest > 0.0 ? steps[i].gain / largest : 0.0;
    row.insert(row.end(), {{number(steps[i].gain), paint},
                           {bar(part, bar_width, style), paint},
                           {deleted ? "deleted" : "", paint}});
    table.add_row(std::move(row));
  }
  return table.rendered(style);
}

std::string summary(const registry::BuiltObjective& built, const SelectionResult& result,
                    const Style& style) {
  const Selection& selection = result.selection;
  const Deletion& worst = result.attacked.worst();
  const std::vector<double> values{selection.value, worst.value};
  const NumberFormat number(values);
  const auto part = [&](double value, const char* more) {
    const std::string text = percent(registry::share(*built.objective, value));
    return text.empty() ? text : text + more;
  };
  Table table({{""}, {"", Align::right}, {"", Align::left, true}});
  table.add_row({{"value"},
                 {number(selection.value), Paint::bold},
                 {part(selection.value, " of the largest possible")}});
  if (selection.problem.tau > 0) {
    table.add_row({{"worst case"},
                   {number(worst.value), Paint::bold},
                   {part(worst.value, ", ") + how_sure(worst)}});
    const double lost = selection.value > 0.0 ? 1.0 - worst.value / selection.value : 0.0;
    table.add_row(
        {{"cost"},
         {percent(lost), lost > 0.0 ? Paint::red : Paint::none},
         {fmt::format("of the value goes with {}", counted(std::ssize(worst.items), "item"))}});
  }
  const std::string rows = table.rendered(style);
  return rows.substr(rows.find('\n') + 1);
}

/// What the column "part" and the gains mean, where there is more than one part.
std::string explanation(const Selection& selection) {
  const auto is_guard = [](const Chosen& step) { return step.part == Part::S0; };
  const auto guards = std::ranges::count_if(selection.steps, is_guard);
  if (guards == 0 || guards == std::ssize(selection.steps)) return "";
  return "S0 guards against deletions, S1 is the greedy part. A gain counts within its part.";
}

std::string as_text(const registry::BuiltObjective& built, const registry::OptionValues& algorithm,
                    const SelectionResult& result, const Run& run, const Style& style) {
  const Selection& selection = result.selection;
  std::string out = objective_line(built, style);
  std::string what = fmt::format("{}: {} chosen", with_options(algorithm),
                                 counted(std::ssize(selection.steps), "item"));
  if (selection.problem.tau > 0) {
    what += fmt::format(", any {} of them may be lost", selection.problem.tau);
  }
  out += in_lines(what, 0, style.width) + "\n\n";
  if (!selection.steps.empty()) out += items_table(built, result, style) + "\n";
  out += summary(built, result, style);
  const std::string cost =
      fmt::format("{}, {}, {}", counted(selection.evaluations, "evaluation"),
                  duration(selection.seconds), counted(run.threads(), "thread"));
  const std::string parts = explanation(selection);
  if (!parts.empty()) out += "\n" + style.dim(in_lines(parts, 0, style.width));
  return out + "\n" + style.dim(cost) + "\n";
}

std::string as_csv(const registry::BuiltObjective& built, const SelectionResult& result) {
  std::string out = "rank,index,name,part,bucket,gain,deleted\n";
  for (std::size_t i = 0; i < result.selection.steps.size(); ++i) {
    const Chosen& step = result.selection.steps[i];
    out += fmt::format("{},{},{},{},{},{},{}\n", i + 1, step.item,
                       quote_csv_field(built.objective->item_name(step.item)), to_string(step.part),
                       step.bucket < 0 ? "" : std::to_string(step.bucket), format_number(step.gain),
                       is_deleted(result, step.item) ? 1 : 0);
  }
  return out;
}

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

/// What was asked for beyond the selection.
struct Extras {
  std::optional<registry::Explanation> explanation;
  std::optional<Certificate> certificate;

  std::string text(const Objective& objective, const Style& style) const {
    std::string out;
    if (explanation) out += "\n" + explanation_text(*explanation, style);
    if (certificate)
      out += "\nWhat is proven about this selection\n" +
             certificate_text(*certificate, objective, style);
    return out;
  }
  void note(Session& session) const {
    if (explanation) session.note(promise(*explanation));
    if (certificate) session.note(proven_line(*certificate));
  }
};

void perform(const Arguments& arguments, Session& session) {
  Request request(arguments);
  Problem problem{request.count("k", "how many items to choose"), request.count_or("tau", 0)};
  const auto algorithm = request.algorithm(request.choice("algorithm", "oblivious-greedy"));
  const auto adversary = request.adversary();
  const auto extra = request.options_of("select", {explain_option(), certify_option()});
  const auto constraints = request.options_of("select", registry::constraint_options());
  auto objective = request.objective();
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  problem.constraints = read_constraints(constraints, *built.objective);
  const auto attacker = registry::find_adversary(adversary.owner()).make(adversary);
  const auto result = registry::select_and_attack(
      *built.objective, problem, *registry::find_algorithm(algorithm.owner()).make(algorithm),
      *attacker, session.run());
  Extras extras;
  if (extra.flag("explain"))
    extras.explanation = explain(*built.objective, algorithm, result.selection, session.run());
  if (extra.flag("certify"))
    extras.certificate =
        registry::certify_set(*built.objective, result.selection.items(), problem, *attacker,
                              registry::guaranteed_beta(algorithm), session.run());
  switch (session.format()) {
    case Format::json:
      return session.emit(selection_json(built, algorithm, result, session.run(),
                                         extras.explanation ? &*extras.explanation : nullptr,
                                         extras.certificate ? &*extras.certificate : nullptr));
    case Format::csv:
      extras.note(session);
      return session.emit(as_csv(built, result));
    case Format::text:
      return session.emit(as_text(built, algorithm, result, session.run(), session.style()) +
                          extras.text(*built.objective, session.style()));
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
      "items "
      "are the columns of a data file, the points of a map, or whatever the objective is about.";
  const OptionGroup algorithms = algorithm_group(algorithm_choice());
  command.groups = {{"The problem",
                     {{count_option("k", "how many items to choose (needed)")},
                      {count_option("tau", "how many of them may be lost (default 0)")},
                      {explain_option()},
                      {certify_option()}}}};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(constraint_group());
  command.groups.push_back(algorithms);
  command.groups.push_back(adversary_group(algorithms));
  command.groups.push_back(common_group());
  command.examples = {
      {"10 columns of your own file that predict its column price, good even if 2 get lost",
       "holdfast select --data houses.csv --target price --k 10 --tau 2"},
      {"leave out columns that are no numbers, and rows with gaps; keep the answer for a program",
       "holdfast select --data air.csv --target DEBE032 --ignore date --missing drop --k 8 --tau 2 "
       "--format json --output chosen.json"},
      {"20 places for sensors that may fail",
       "holdfast select --objective variance-reduction --points places.csv --names id --k 20 --tau "
       "5"},
      {"sensors of several columns each, one of them there already, at most two of a maker",
       "holdfast select --data plant.csv --target y --groups sensors.csv --must pump --kinds "
       "makers.csv --at-most 2 --k 6 --tau 1"}};
  command.perform = perform;
  return command;
}

}  // namespace holdfast::cli
