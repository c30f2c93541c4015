#include "cli/items_table.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/numbers.hpp"
#include "cli/table.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::cli {
namespace {

constexpr std::size_t bar_width = 12;

bool is_search(const registry::OptionValues& algorithm) {
  const auto& known = registry::algorithms();
  const auto entry = std::ranges::find(known, algorithm.owner(), &registry::AlgorithmEntry::name);
  return entry != known.end() && entry->searches;
}

bool has_parts(const Selection& selection) {
  const auto guards = std::ranges::count(selection.steps, Part::S0, &Chosen::part);
  return guards > 0 && guards < std::ssize(selection.steps);
}

bool has_buckets(const Selection& selection) {
  return std::ranges::any_of(selection.steps, [](const Chosen& step) { return step.bucket >= 0; });
}

/// A column of numbers.
struct Measure {
  std::string title;
  std::vector<double> values;
  bool has_bars = false;
};

std::vector<Measure> measures_of(const registry::OptionValues& algorithm,
                                 const tasks::Judged& judged) {
  if (!is_search(algorithm)) {
    Measure gain{"gain", {}, true};
    for (const auto& step : judged.selection.steps) gain.values.push_back(step.gain);
    return {std::move(gain)};
  }
  Measure alone{"alone", {}};
  Measure loss{"loss", {}, true};
  for (const auto& worth : judged.worths) {
    alone.values.push_back(worth.alone);
    loss.values.push_back(worth.loss);
  }
  return {std::move(alone), std::move(loss)};
}

std::vector<Table::Column> columns_of(bool parts, bool buckets,
                                      const std::vector<Measure>& measures, bool news) {
  std::vector<Table::Column> columns{{"", Align::right}, {"item", Align::left, true}};
  if (parts) columns.push_back({"part"});
  if (buckets) columns.push_back({"bucket", Align::right});
  for (const auto& measure : measures) {
    columns.push_back({measure.title, Align::right});
    if (measure.has_bars) columns.push_back({""});
  }
  if (news) columns.push_back({""});
  columns.push_back({"worst case"});
  return columns;
}

}  // namespace

std::string items_table(const Objective& objective, const registry::OptionValues& algorithm,
                        const tasks::Judged& judged, std::span<const Item> added,
                        const Style& style) {
  const auto& steps = judged.selection.steps;
  const bool parts = !is_search(algorithm) && has_parts(judged.selection);
  const bool buckets = !is_search(algorithm) && has_buckets(judged.selection);
  const auto measures = measures_of(algorithm, judged);
  Table table(columns_of(parts, buckets, measures, !added.empty()));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Chosen& step = steps[i];
    const bool deleted = holds(judged.worst().items, step.item);
    const bool is_new = holds(added, step.item);
    const Paint paint = deleted ? Paint::red : is_new ? Paint::green : Paint::none;
    std::vector<Cell> row{{std::to_string(i + 1), Paint::dim},
                          {objective.item_name(step.item), paint}};
    if (parts) row.push_back({to_string(step.part), paint});
    if (buckets) row.push_back({step.bucket < 0 ? "" : std::to_string(step.bucket), paint});
    for (const auto& measure : measures) {
      row.push_back({NumberFormat(measure.values)(measure.values[i]), paint});
      if (!measure.has_bars) continue;
      const double largest = std::ranges::max(measure.values);
      row.push_back(
          {bar(largest > 0.0 ? measure.values[i] / largest : 0.0, bar_width, style), paint});
    }
    if (!added.empty()) row.push_back({is_new ? "new" : "", paint});
    row.push_back({deleted ? "deleted" : "", paint});
    table.add_row(std::move(row));
  }
  return table.rendered(style);
}

std::string items_legend(const registry::OptionValues& algorithm, const Selection& selection) {
  if (is_search(algorithm))
    return "alone: what an item is worth by itself. loss: what this set loses without it.";
  if (!has_parts(selection)) return "";
  return "S0 guards against deletions, S1 is the greedy part. A gain counts within its part.";
}

}  // namespace holdfast::cli
