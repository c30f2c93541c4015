#include "cli/selection_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/certificate_table.hpp"
#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/table.hpp"
#include "cli/theory_tables.hpp"
#include "holdfast/data/write.hpp"

namespace holdfast::cli {
namespace {

using tasks::BuiltObjective;
using tasks::Judged;
using tasks::Selected;

bool is_deleted(const Judged& judged, Item item) {
  return std::ranges::count(judged.worst().items, item) > 0;
}

bool has_buckets(const Selection& selection) {
  return std::ranges::any_of(selection.steps, [](const Chosen& step) { return step.bucket >= 0; });
}

std::string items_table(const BuiltObjective& built, const Judged& judged, const Style& style) {
  const auto& steps = judged.selection.steps;
  std::vector<double> gains;
  for (const auto& step : steps) gains.push_back(step.gain);
  const NumberFormat number(gains);
  const double largest = gains.empty() ? 0.0 : *std::ranges::max_element(gains);
  const bool buckets = has_buckets(judged.selection);

  std::vector<Table::Column> columns{{"", Align::right}, {"item", Align::left, true}, {"part"}};
  if (buckets) columns.push_back({"bucket", Align::right});
  columns.insert(columns.end(), {{"gain", Align::right}, {""}, {"worst case"}});
  Table table(columns);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool deleted = is_deleted(judged, steps[i].item);
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

std::string summary(const BuiltObjective& built, const Judged& judged, const Style& style) {
  const Selection& selection = judged.selection;
  const Deletion& worst = judged.worst();
  const std::vector<double> values{selection.value, worst.value};
  const NumberFormat number(values);
  const auto part = [&](double value, const char* more) {
    const std::string text = percent(tasks::share(*built.objective, value));
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

}  // namespace

std::string selection_text(const BuiltObjective& built, const Selected& selected,
                           const Style& style) {
  const Judged& judged = selected.judged;
  const Selection& selection = judged.selection;
  std::string out = objective_line(built, style);
  std::string what = fmt::format("{}: {} chosen", with_options(selected.algorithm),
                                 counted(std::ssize(selection.steps), "item"));
  if (selection.problem.tau > 0) {
    what += fmt::format(", any {} of them may be lost", selection.problem.tau);
  }
  out += in_lines(what, 0, style.width) + "\n\n";
  if (!selection.steps.empty()) out += items_table(built, judged, style) + "\n";
  out += summary(built, judged, style);
  const std::string cost =
      fmt::format("{}, {}, {}", counted(selection.evaluations, "evaluation"),
                  duration(selection.seconds), counted(selection.threads, "thread"));
  const std::string parts = explanation(selection);
  if (!parts.empty()) out += "\n" + style.dim(in_lines(parts, 0, style.width));
  out += "\n" + style.dim(cost) + "\n";
  if (selected.explanation) out += "\n" + explanation_text(*selected.explanation, style);
  if (selected.certificate)
    out += "\nWhat is proven about this selection\n" +
           certificate_text(*selected.certificate, *built.objective, style);
  return out;
}

std::string selection_csv(const BuiltObjective& built, const Judged& judged) {
  std::string out = "rank,index,name,part,bucket,gain,deleted\n";
  for (std::size_t i = 0; i < judged.selection.steps.size(); ++i) {
    const Chosen& step = judged.selection.steps[i];
    out += fmt::format("{},{},{},{},{},{},{}\n", i + 1, step.item,
                       quote_csv_field(built.objective->item_name(step.item)), to_string(step.part),
                       step.bucket < 0 ? "" : std::to_string(step.bucket), format_number(step.gain),
                       is_deleted(judged, step.item) ? 1 : 0);
  }
  return out;
}

}  // namespace holdfast::cli
