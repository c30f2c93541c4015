#include "cli/cost_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "cli/curve_algorithms.hpp"
#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/table.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/registry/constraint_options.hpp"

namespace holdfast::cli {
namespace {

using tasks::BuiltObjective;
using tasks::CostCurve;
using tasks::CostCurveResult;

double spent(const tasks::Judged& point) {
  return point.selection.problem.constraints.cost(point.selection.items());
}

/// The limits as numbers.
std::vector<double> limits_of(const registry::OptionValues& options) {
  const registry::Option limit{.name = "cost-limits",
                               .kind = registry::OptionKind::number,
                               .help = "",
                               .range = {.least = 0.0}};
  std::vector<double> limits;
  for (const auto& text : options.list("cost-limits"))
    limits.push_back(std::get<double>(parse(limit, text, registry::Spelling::command_line)));
  if (limits.empty())
    throw std::invalid_argument("--cost-limits is empty; give limits such as 10,20,40");
  return limits;
}

/// A row a limit; the bars are shares of the best worst case of all curves.
std::string curve_table(const CostCurve& curve, const NumberFormat& number, double best,
                        const Style& style) {
  constexpr std::size_t bar_width = 20;
  Table table({{"limit", Align::right},
               {"spent", Align::right},
               {"items", Align::right},
               {"value", Align::right},
               {"worst case", Align::right},
               {""}});
  for (const auto& point : curve.points) {
    const double left = point.worst().value;
    table.add_row({{fmt::format("{:g}", point.selection.problem.constraints.cost_limit)},
                   {fmt::format("{:.6g}", spent(point))},
                   {std::to_string(point.selection.steps.size())},
                   {number(point.selection.value)},
                   {number(left), Paint::bold},
                   {bar(best > 0.0 ? left / best : 0.0, bar_width, style)}});
  }
  return table.rendered(style);
}

std::string as_text(const BuiltObjective& built, const Problem& problem,
                    const CostCurveResult& result, const Style& style) {
  std::vector<double> values;
  double best = 0.0;
  for (const auto& curve : result.curves) {
    for (const auto& point : curve.points) {
      values.push_back(point.selection.value);
      best = std::max(best, point.worst().value);
    }
  }
  std::string out = objective_line(built, style);
  const std::string what =
      fmt::format("what money buys; the worst case is what the worst {} found {}",
                  problem.tau == 1 ? "loss" : fmt::format("{} losses", problem.tau),
                  problem.tau == 1 ? "leaves" : "leave");
  out += in_lines(what, 0, style.width) + "\n";
  const NumberFormat number(values);
  for (const auto& curve : result.curves) {
    out += "\n" + style.bold(with_options(curve.algorithm)) + "\n";
    out += curve_table(curve, number, best, style);
  }
  return out;
}

std::string as_csv(const BuiltObjective& built, const CostCurveResult& result) {
  std::string out = "algorithm,cost_limit,spent,items,value,worst_case,share,adversary,proven\n";
  for (const auto& curve : result.curves) {
    for (const auto& point : curve.points) {
      const Deletion& worst = point.worst();
      const auto part = tasks::share(*built.objective, worst.value);
      out += fmt::format("{},{},{},{},{},{},{},{},{}\n", curve.algorithm.owner(),
                         format_number(point.selection.problem.constraints.cost_limit),
                         format_number(spent(point)), point.selection.steps.size(),
                         format_number(point.selection.value), format_number(worst.value),
                         part ? format_number(*part) : "", worst.adversary, worst.proven ? 1 : 0);
    }
  }
  return out;
}

/// What the one limit of other commands, and the deletions of other curves, would be for.
void refuse_other_curves(const Arguments& arguments) {
  for (const char* name : {"cost-limit", "tau-max", "report", "coordinates"}) {
    if (arguments.has(name))
      throw std::invalid_argument(fmt::format("--{} does not go with --cost-limits", name));
  }
  if (!arguments.has("costs"))
    throw std::invalid_argument("--cost-limits needs --costs FILE: what each item costs");
}

}  // namespace

registry::Option cost_limits_option() {
  return {.name = "cost-limits",
          .kind = registry::OptionKind::list,
          .help =
              "a curve over money: what the chosen items may cost together, with --costs; "
              "--k and --tau-max may then be left out",
          .placeholder = "LIST"};
}

void perform_cost_curve(Request& request, const Arguments& arguments, Session& session) {
  refuse_other_curves(arguments);
  const auto limits = limits_of(request.options_of("curve", {cost_limits_option()}));
  Problem problem{request.count_or("k", std::numeric_limits<Item>::max()),
                  request.count_or("tau", 0)};
  const bool asked_for = arguments.has("algorithms") || arguments.has("algorithm");
  const auto algorithms = asked_algorithms(request);
  const auto adversary = request.adversary();
  auto constraints = request.options_of("curve", registry::constraint_options());
  constraints.set("cost-limit", limits.front());
  auto objective = request.objective();
  request.refuse_unused();

  const auto built = session.build(std::move(objective));
  problem.constraints = read_constraints(constraints, *built.objective);
  problem.k = std::min(problem.k, built.objective->size());
  session.progress().follow("curve");
  const auto result = tasks::cost_curves(*built.objective, problem, limits, algorithms,
                                         *registry::make_adversary(adversary), session.run());
  if (result.curves.empty()) throw std::invalid_argument(result.skipped.front().why);
  for (const auto& skipped : result.skipped) {
    if (asked_for) session.note(fmt::format("{} is left out: {}", skipped.algorithm, skipped.why));
  }
  switch (session.format()) {
    case Format::json:
      return session.emit(documents::cost_curve_json(built, problem, result, session.run()));
    case Format::csv: return session.emit(as_csv(built, result));
    case Format::text: return session.emit(as_text(built, problem, result, session.style()));
  }
}

}  // namespace holdfast::cli
