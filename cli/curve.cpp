#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "cli/command.hpp"
#include "cli/cost_curve.hpp"
#include "cli/curve_algorithms.hpp"
#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/page_option.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/table.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/registry/constraint_options.hpp"

namespace holdfast::cli {
namespace {

using registry::OptionValues;
using tasks::BuiltObjective;
using tasks::Curve;
using tasks::CurveResult;

std::vector<double> all_values(const CurveResult& result) {
  std::vector<double> values;
  for (const auto& curve : result.curves) {
    for (const auto& point : curve.worst) values.push_back(point.value);
  }
  return values;
}

/// A table of some of the curves: a row per number of deletions, the best value of all curves in
/// green.
std::string values_table(const CurveResult& result, std::size_t first, std::size_t last,
                         const Style& style) {
  const NumberFormat number(all_values(result));
  std::vector<Table::Column> columns{{"deleted", Align::right}};
  for (std::size_t c = first; c < last; ++c) {
    columns.push_back({result.curves[c].algorithm.owner(), Align::right});
  }
  Table table(columns);
  for (std::size_t tau = 0; tau < result.curves.front().worst.size(); ++tau) {
    double best = 0.0;
    for (const auto& curve : result.curves) best = std::max(best, curve.worst[tau].value);
    std::vector<Cell> row{{std::to_string(tau), Paint::dim}};
    for (std::size_t c = first; c < last; ++c) {
      const std::string text = number(result.curves[c].worst[tau].value);
      row.push_back({text, text == number(best) ? Paint::green : Paint::none});
    }
    table.add_row(std::move(row));
  }
  return table.rendered(style);
}

/// As many curves beside each other as fit, the others below.
std::string values_tables(const CurveResult& result, const Style& style) {
  constexpr std::size_t first_column = 9;
  constexpr std::size_t narrowest = 10;
  std::string out;
  for (std::size_t first = 0; first < result.curves.size();) {
    std::size_t last = first;
    std::size_t width = first_column;
    do {
      width += 2 + std::max(narrowest, result.curves[last].algorithm.owner().size());
      ++last;
    } while (last < result.curves.size() &&
             width + 2 + std::max(narrowest, result.curves[last].algorithm.owner().size()) <=
                 style.width);
    out += values_table(result, first, last, style) + "\n";
    first = last;
  }
  return out;
}

/// One character per point, from the smallest to the largest value of all curves.
std::string spark(const Curve& curve, double smallest, double largest, const Style& style) {
  static constexpr std::array<const char*, 8> blocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static constexpr std::array<const char*, 8> ascii{"_", ".", "-", "=", "+", "*", "%", "#"};
  std::string out;
  for (const auto& point : curve.worst) {
    const double part = largest > smallest ? (point.value - smallest) / (largest - smallest) : 1.0;
    const auto level = static_cast<std::size_t>(std::lround(std::clamp(part, 0.0, 1.0) * 7.0));
    out += style.unicode ? blocks[level] : ascii[level];
  }
  return out;
}

std::string sparks_table(const CurveResult& result, const Style& style) {
  const auto [smallest, largest] = std::ranges::minmax(all_values(result));
  const std::size_t tau_max = result.curves.front().worst.size() - 1;
  Table table({{"algorithm"},
               {fmt::format("0 to {} deleted", tau_max), Align::left, true},
               {fmt::format("kept after {}", tau_max), Align::right}});
  for (const auto& curve : result.curves) {
    const double whole = curve.worst.front().value;
    table.add_row({{with_options(curve.algorithm)},
                   {spark(curve, smallest, largest, style)},
                   {whole > 0.0 ? percent(curve.worst.back().value / whole) : ""}});
  }
  return table.rendered(style);
}

std::string as_text(const BuiltObjective& built, const Problem& problem, const CurveResult& result,
                    const Style& style) {
  std::string out = objective_line(built, style);
  const std::string what = fmt::format(
      "{} chosen, any {} of them may be lost; the value left after the worst deletion found",
      counted(std::ssize(result.curves.front().selection.steps), "item"), problem.tau);
  out += in_lines(what, 0, style.width) + "\n";
  for (const auto& curve : result.curves) {
    if (curve.selection.interrupted())
      out += fmt::format("{}: {}\n", curve.algorithm.owner(), best_so_far);
  }
  out += "\n" + values_tables(result, style);
  out += sparks_table(result, style);
  if (const auto largest = built.objective->largest_value()) {
    const std::vector<double> value{*largest};
    out +=
        "\n" +
        style.dim(fmt::format("The largest possible value is {}.", NumberFormat(value)(*largest))) +
        "\n";
  }
  return out;
}

std::string as_csv(const BuiltObjective& built, const CurveResult& result) {
  std::string out = "algorithm,deletions,value,share,kept,adversary,proven\n";
  for (const auto& curve : result.curves) {
    const double whole = curve.worst.front().value;
    for (std::size_t tau = 0; tau < curve.worst.size(); ++tau) {
      const Deletion& point = curve.worst[tau];
      const auto part = tasks::share(*built.objective, point.value);
      out += fmt::format("{},{},{},{},{},{},{}\n", curve.algorithm.owner(), tau,
                         format_number(point.value), part ? format_number(*part) : "",
                         whole > 0.0 ? format_number(point.value / whole) : "", point.adversary,
                         point.proven ? 1 : 0);
    }
  }
  return out;
}

void perform_curve(const Arguments& arguments, Session& session) {
  Request request(arguments);
  if (arguments.has("cost-limits")) return perform_cost_curve(request, arguments, session);
  const Item k = asked_k(request, arguments);
  const Item tau_max = request.count("tau-max", "up to how many items are deleted");
  Problem problem{k, request.count_or("tau", tau_max)};
  const bool asked_for = arguments.has("algorithms") || arguments.has("algorithm");
  const auto algorithms = asked_algorithms(request);
  const auto adversary = request.adversary();
  PageOption page(request, arguments, "curve");
  const auto constraints = request.options_of("curve", registry::constraint_options());
  auto objective = request.objective();
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  page.locate(built);
  problem.constraints = read_constraints(constraints, *built.objective);
  if (problem.constraints.has_costs()) problem.k = std::min(problem.k, built.objective->size());
  session.progress().follow("curve");
  const auto result = tasks::curves(*built.objective, problem, tau_max, algorithms,
                                    *registry::make_adversary(adversary), session.run());
  if (result.curves.empty()) throw std::invalid_argument(result.skipped.front().why);
  for (const auto& skipped : result.skipped) {
    if (asked_for) session.note(fmt::format("{} is left out: {}", skipped.algorithm, skipped.why));
  }
  const auto document = [&] {
    return documents::curve_json(built, problem, tau_max, result, session.run());
  };
  page.write(built, adversary, document, session);
  switch (session.format()) {
    case Format::json: return session.emit(document());
    case Format::csv: return session.emit(as_csv(built, result));
    case Format::text: return session.emit(as_text(built, problem, result, session.style()));
  }
}

}  // namespace

Command curve_command() {
  Command command;
  command.name = "curve";
  command.summary = "what is left of several algorithms' choices after 0, 1, 2, ... deletions";
  command.usage = "--data FILE --target COLUMN --k N --tau-max N [options]";
  command.description =
      "Each algorithm chooses k items once, prepared for the loss of tau. Then the adversary "
      "attacks each choice with 0, 1, ..., tau-max deletions. With --cost-limits the curve is one "
      "over money instead: what each algorithm can buy for each limit, and what the worst tau "
      "losses leave of it.";
  OptionGroup algorithms = algorithm_group(algorithms_choice());
  algorithms.options.insert(algorithms.options.begin() + 1, {same_choice()});
  command.groups = {
      {"The problem",
       {{count_option("k", "how many items to choose (needed)")},
        {count_option("tau-max", "up to how many items are deleted (needed)")},
        {count_option("tau", "how many losses the choice is made for (default tau-max)")},
        {cost_limits_option()}}}};
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(constraint_group());
  command.groups.push_back(algorithms);
  command.groups.push_back(adversary_group(algorithms));
  command.groups.push_back(PageOption::with_common_group());
  command.examples = {
      {"which algorithm would lose least?",
       "holdfast curve --data houses.csv --target price --k 12 --tau-max 6"},
      {"three of them, for a plot",
       "holdfast curve --data houses.csv --target price --k 12 --tau-max 6 --algorithms "
       "greedy,oblivious,oblivious-greedy --format csv --output curve.csv"},
      {"what more money buys, if any two items may be lost",
       "holdfast curve --data houses.csv --target price --costs costs.csv --cost-limits 10,20,40 "
       "--tau 2"}};
  command.perform = perform_curve;
  return command;
}

}  // namespace holdfast::cli
