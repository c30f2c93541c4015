#include "cli/selection_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/certificate_table.hpp"
#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/share_words.hpp"
#include "cli/table.hpp"
#include "cli/theory_tables.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::cli {
namespace {

using tasks::BuiltObjective;
using tasks::Judged;
using tasks::Selected;

bool is_deleted(const Judged& judged, Item item) {
  return std::ranges::count(judged.worst().items, item) > 0;
}

/// Whether the algorithm looked for a set as a whole, without an order that means something.
bool is_search(const Selected& selected) {
  const auto& known = registry::algorithms();
  const auto entry =
      std::ranges::find(known, selected.algorithm.owner(), &registry::AlgorithmEntry::name);
  return entry != known.end() && entry->searches;
}

bool has_buckets(const Selection& selection) {
  return std::ranges::any_of(selection.steps, [](const Chosen& step) { return step.bucket >= 0; });
}

bool has_parts(const Selection& selection) {
  const auto guards = std::ranges::count(selection.steps, Part::S0, &Chosen::part);
  return guards > 0 && guards < std::ssize(selection.steps);
}

/// A column of numbers, the largest as wide as the bars allow.
struct Measure {
  std::string title;
  std::vector<double> values;
  bool has_bar = false;
};

/// What is told about each item: its gain in the order of choice, or, where a search has found the
/// set as a whole, what it is worth by itself and to the others.
std::vector<Measure> measures_of(const Selected& selected) {
  const Judged& judged = selected.judged;
  std::vector<double> gains;
  for (const auto& step : judged.selection.steps) gains.push_back(step.gain);
  if (!is_search(selected)) return {{"gain", gains, true}};
  Measure alone{"alone", {}};
  Measure loss{"loss", {}, true};
  for (const auto& worth : judged.worths) {
    alone.values.push_back(worth.alone);
    loss.values.push_back(worth.loss);
  }
  return {alone, loss};
}

std::string items_table(const BuiltObjective& built, const Selected& selected, const Style& style) {
  constexpr std::size_t bar_width = 12;
  const Judged& judged = selected.judged;
  const auto& steps = judged.selection.steps;
  const bool parts = !is_search(selected) && has_parts(judged.selection);
  const bool buckets = !is_search(selected) && has_buckets(judged.selection);
  const auto measures = measures_of(selected);

  std::vector<Table::Column> columns{{"", Align::right}, {"item", Align::left, true}};
  if (parts) columns.push_back({"part"});
  if (buckets) columns.push_back({"bucket", Align::right});
  for (const auto& measure : measures) {
    columns.push_back({measure.title, Align::right});
    if (measure.has_bar) columns.push_back({""});
  }
  columns.push_back({"worst case"});
  Table table(columns);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool deleted = is_deleted(judged, steps[i].item);
    const Paint paint = deleted ? Paint::red : Paint::none;
    std::vector<Cell> row{{std::to_string(i + 1), Paint::dim},
                          {built.objective->item_name(steps[i].item), paint}};
    if (parts) row.push_back({to_string(steps[i].part), paint});
    if (buckets) row.push_back({steps[i].bucket < 0 ? "" : std::to_string(steps[i].bucket), paint});
    for (const auto& measure : measures) {
      const double largest = std::ranges::max(measure.values);
      row.push_back({NumberFormat(measure.values)(measure.values[i]), paint});
      if (!measure.has_bar) continue;
      const double part = largest > 0.0 ? measure.values[i] / largest : 0.0;
      row.push_back({bar(part, bar_width, style), paint});
    }
    row.push_back({deleted ? "deleted" : "", paint});
    table.add_row(std::move(row));
  }
  return table.rendered(style);
}

std::string summary(const BuiltObjective& built, const Selected& selected, const Style& style) {
  const Selection& selection = selected.judged.selection;
  const Deletion& worst = selected.judged.worst();
  std::vector<double> values{selection.value, worst.value};
  const auto& greedy = selected.greedy;
  if (greedy) values.insert(values.end(), {greedy->selection.value, greedy->worst().value});
  const NumberFormat number(values);
  const ShareWords share(built, style);
  Table table({{""}, {"", Align::right}, {"", Align::left, true}});
  const auto add = [&](const char* what, const std::string& figure, const std::string& note,
                       Paint paint = Paint::bold) {
    table.add_row({{what}, {figure, paint}, {note}});
  };
  add("value", number(selection.value), share.full(selection.value));
  if (selection.problem.tau > 0) {
    add("worst case", number(worst.value), in_a_row(share.brief(worst.value), how_sure(worst)));
    const double lost = selection.value > 0.0 ? 1.0 - worst.value / selection.value : 0.0;
    add("cost", percent(lost),
        fmt::format("of the value goes with {}", counted(std::ssize(worst.items), "item")),
        lost > 0.0 ? Paint::red : Paint::none);
  }
  if (greedy) {
    const double left = greedy->worst().value;
    const std::string intact = share.brief(greedy->selection.value);
    add("plain greedy", number(greedy->selection.value),
        fmt::format("{}in the worst case {}", intact.empty() ? "" : intact + "; ",
                    in_a_row(number(left), share.brief(left))),
        Paint::none);
  }
  const std::string rows = table.rendered(style);
  return rows.substr(rows.find('\n') + 1);
}

/// What the columns of the table mean, where they do not speak for themselves.
std::string explanation(const Selected& selected) {
  if (is_search(selected))
    return "alone: what an item is worth by itself. loss: what this set loses without it.";
  if (!has_parts(selected.judged.selection)) return "";
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
  if (selection.interrupted()) what += fmt::format(" ({})", best_so_far);
  out += in_lines(what, 0, style.width) + "\n\n";
  if (!selection.steps.empty()) out += items_table(built, selected, style) + "\n";
  out += summary(built, selected, style);
  const std::string cost =
      fmt::format("{}, {}, {}", counted(selection.evaluations, "evaluation"),
                  duration(selection.seconds), counted(selection.threads, "thread"));
  const std::string parts = explanation(selected);
  if (!parts.empty()) out += "\n" + style.dim(in_lines(parts, 0, style.width));
  out += "\n" + style.dim(cost) + "\n";
  if (selected.explanation) out += "\n" + explanation_text(*selected.explanation, style);
  if (selected.certificate)
    out += "\nWhat is proven about this selection\n" +
           certificate_text(*selected.certificate, built, style);
  return out;
}

std::string selection_csv(const BuiltObjective& built, const Judged& judged) {
  std::string out = "rank,index,name,part,bucket,gain,deleted,alone,loss\n";
  for (std::size_t i = 0; i < judged.selection.steps.size(); ++i) {
    const Chosen& step = judged.selection.steps[i];
    const tasks::ItemWorth& worth = judged.worths[i];
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{}\n", i + 1, built.objective->given_index(step.item),
                    quote_csv_field(built.objective->item_name(step.item)), to_string(step.part),
                    step.bucket < 0 ? "" : std::to_string(step.bucket), format_number(step.gain),
                    is_deleted(judged, step.item) ? 1 : 0, format_number(worth.alone),
                    format_number(worth.loss));
  }
  return out;
}

}  // namespace holdfast::cli
