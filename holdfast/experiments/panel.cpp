#include "holdfast/experiments/panel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/theory/guarantees.hpp"

namespace holdfast::experiments {
namespace {

std::string label_of(const Method& method) {
  if (method.beta >= 0.0) return fmt::format("{}, beta = {}", method.algorithm, method.beta);
  if (method.bucket_is_tau) return method.algorithm + ", buckets of tau";
  return method.algorithm;
}

/// Why a curve has holes: its guard does not fit into small k.
std::string gap_of(const Method& method, const std::vector<Cell>& cells) {
  Item largest = 0;
  bool missing = false;
  for (const auto& cell : cells) {
    largest = std::max(largest, cell.k);
    missing = missing || !method.make(cell.tau)->feasible({cell.k, cell.tau});
  }
  if (!missing) return "";
  const Cell& last = cells.back();
  const auto needed = method.make(last.tau)->guard_size({largest, last.tau});
  return needed > largest ? fmt::format("infeasible: its guard needs k = {}", needed)
                          : fmt::format("infeasible below k = {}", needed);
}

Series series_of(const Results& results, const Experiment& experiment, const Method& method,
                 const std::vector<Cell>& cells, Metric metric) {
  Series series{method.algorithm, label_of(method), {}, gap_of(method, cells)};
  for (const auto& cell : cells) {
    const auto values = results.values(experiment, method.id, cell, metric);
    if (values.empty()) continue;
    series.points.push_back(
        {static_cast<double>(experiment.tau_varies ? cell.tau : cell.k), mean_interval(values)});
  }
  return series;
}

std::string group_of(const Experiment& experiment, bool appendix) {
  if (experiment.data == DataKind::variance_reduction) {
    return experiment.squared ? "Figure 5 with alpha read as alpha^2"
                              : "Figure 5: variance reduction";
  }
  return appendix ? fmt::format("Appendix: {}", experiment.title)
                  : fmt::format("Figure {}: {}", experiment.figure, experiment.title);
}

std::string title_of(const Experiment& experiment, Item tau) {
  std::string title;
  if (experiment.data == DataKind::variance_reduction) {
    title = fmt::format("{} = {}, ", experiment.squared ? "alpha^2" : "alpha", experiment.stated);
  }
  return title + (experiment.tau_varies ? fmt::format("k = {}", experiment.cells.front().k)
                                        : fmt::format("tau = {}", tau));
}

Panel panel_of(const Results& results, const Experiment& experiment, Item tau, Metric metric) {
  std::vector<Cell> cells;
  bool extended = false;
  for (const auto& cell : experiment.cells) {
    if (!experiment.tau_varies && cell.tau != tau) continue;
    cells.push_back(cell);
    extended = extended || cell.extended;
  }
  const bool appendix = std::ranges::count(experiment.appendix_taus, tau) > 0;
  const bool score = metric == Metric::score;
  Panel panel;
  panel.id =
      fmt::format("{}{}-{}", experiment.id, experiment.tau_varies ? "" : fmt::format("-tau{}", tau),
                  score ? "score" : "objective");
  panel.figure = appendix ? "appendix" : experiment.figure;
  panel.group = group_of(experiment, appendix);
  panel.title = title_of(experiment, tau);
  panel.x_label = experiment.tau_varies ? "tau" : "k";
  panel.y_label = score ? experiment.score : "worst-case objective f(S \\ E)";
  panel.is_score = score;
  if (extended) {
    panel.note = fmt::format("k above {} is our extension of the grid, judged separately.",
                             20 * experiment.unit);
  }
  for (const auto& method : experiment.methods) {
    if (method.sweep_only) continue;
    panel.series.push_back(series_of(results, experiment, method, cells, metric));
  }
  return panel;
}

/// The order of the paper: figures, then the appendix, then what we added.
int rank(const Panel& panel, bool squared) {
  if (squared) return 100;
  return panel.figure == "appendix" ? 10 : panel.figure.front() - '0';
}

}  // namespace

std::vector<Panel> make_panels(const Results& results) {
  std::vector<std::pair<int, Panel>> ranked;
  for (const auto& experiment : results.experiments()) {
    const auto taus = experiment.tau_varies ? std::vector<Item>{0} : experiment.taus();
    for (const Metric metric : {Metric::objective, Metric::score}) {
      if (metric == Metric::score && experiment.score.empty()) continue;
      for (const Item tau : taus) {
        Panel panel = panel_of(results, experiment, tau, metric);
        const int at = rank(panel, experiment.squared);
        ranked.emplace_back(at, std::move(panel));
      }
    }
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<int, Panel>::first);
  std::vector<Panel> panels;
  panels.reserve(ranked.size());
  for (auto& [at, panel] : ranked) panels.push_back(std::move(panel));
  return panels;
}

HeatMap guarantee_map() {
  constexpr int steps = 50;
  HeatMap map;
  map.title = "Guarantee of Remark 2, theta (1 - e^-gamma) / (2 - e^-gamma)";
  for (int i = 0; i <= steps; ++i) map.xs.push_back(static_cast<double>(i) / steps);
  map.ys = map.xs;
  for (const double theta : map.ys) {
    auto& row = map.values.emplace_back();
    for (const double gamma : map.xs) {
      KnownRatios ratios;
      ratios.set(Ratio::gamma, gamma);
      ratios.set(Ratio::theta, theta);
      row.push_back(guarantee(Statement::remark2, {}, ratios).value);
    }
  }
  map.mark = fmt::format("submodular: {:.4f}", map.values.back().back());
  return map;
}

}  // namespace holdfast::experiments
