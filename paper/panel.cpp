#include "paper/panel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/data/generators.hpp"
#include "holdfast/theory/guarantees.hpp"

namespace holdfast::paper {
namespace {

std::string label_of(const Method& method) {
  if (method.beta >= 0.0) return fmt::format("{}, beta = {}", method.algorithm, method.beta);
  if (method.bucket_is_tau) return method.algorithm + ", buckets of tau";
  return method.algorithm;
}

/// Why a curve has gaps: the guard does not fit into small k.
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

/// What a panel shows.
enum class View { paper, strong };

Metric metric_of(View view, bool score) {
  if (view == View::paper) return score ? Metric::score : Metric::objective;
  return score ? Metric::judged_score : Metric::judged_objective;
}

std::string id_of(const Experiment& experiment, Item tau, bool score, View view) {
  return fmt::format("{}{}-{}{}", experiment.id,
                     experiment.tau_varies ? "" : fmt::format("-tau{}", tau),
                     score ? "score" : "objective", view == View::strong ? "-beyond" : "");
}

std::string y_label_of(const Experiment& experiment, bool score, View view) {
  const std::string label = score ? experiment.score : "worst-case objective f(S \\ E)";
  return view == View::paper ? label : label + ", E by strong";
}

std::string note_of(const Experiment& experiment, const std::vector<Cell>& cells, View view) {
  std::string note;
  if (view == View::strong) {
    note =
        "Every method is judged by the adversary strong. beta-path and robust-swap are not in "
        "the paper.";
    if (experiment.judged_cells.size() < experiment.cells.size()) note += " A thinner grid of k.";
  }
  if (std::ranges::any_of(cells, &Cell::extended)) {
    note += fmt::format("{}k above {} is our extension of the grid, judged separately.",
                        note.empty() ? "" : " ", 20 * experiment.unit);
  }
  return note;
}

/// What a trial draws; `paper/trial.cpp` does it.
std::string data_of(const Experiment& experiment) {
  if (experiment.unit == 1) return "Small data, for tests of the driver.";
  const auto regression = [](const auto& data, const std::string& end) {
    return fmt::format(
        "Synthetic: {} training and {} test rows, {} columns from an autoregressive process, {} "
        "of them with a weight; {}.",
        data.train_rows, data.test_rows, data.columns, data.nonzeros, end);
  };
  const Decisions& decisions = experiment.decisions;
  switch (experiment.data) {
    case DataKind::linear:
      return regression(LinearDataOptions(),
                        fmt::format("noise of variance {}", decisions.response_variance));
    case DataKind::logistic:
      return regression(LogisticDataOptions(), decisions.labels == Labels::drawn
                                                   ? "two classes, drawn"
                                                   : "two classes without noise");
    case DataKind::mnist:
      return "MNIST: 200 training and 100 test images of each digit, 784 pixels as items.";
    case DataKind::variance_reduction: {
      const VarianceReductionDataOptions data;
      return fmt::format(
          "Synthetic: {} points in {} dimensions from an autoregressive process; one half are "
          "candidates, the other half is to be predicted.",
          data.points, data.dimensions);
    }
  }
  return "";
}

std::string look_for_of(const Experiment& experiment, bool score, View view) {
  if (view == View::strong)
    return "How far beta-path and robust-swap lie above the best of the paper's methods.";
  if (experiment.tau_varies)
    return "Where greedy's curve falls below that of oblivious-greedy as more items are removed.";
  if (experiment.data == DataKind::variance_reduction)
    return "Whether oblivious-greedy lies above both of the others, and how close they all are.";
  if (score)
    return "Whether the order of the methods by objective is also their order on unseen rows.";
  return "Whether oblivious-greedy lies above the others, and whether its interval clears theirs; "
         "compare with the panel of another tau.";
}

/// The claims that a panel is about, by the paper's figures.
std::vector<int> claims_of(const Experiment& experiment) {
  switch (experiment.data) {
    case DataKind::linear: return {1, 2};
    case DataKind::logistic: return {3, 4};
    case DataKind::mnist: return {5, 6};
    case DataKind::variance_reduction: break;
  }
  if (experiment.tau_varies) return {11};
  if (experiment.stated == 0.1) return {7, 9, 10};
  if (experiment.stated == 0.2) return {8, 9, 10};
  return {9, 10};
}

Panel panel_of(const Results& results, const Experiment& experiment, Item tau, bool score,
               View view) {
  std::vector<Cell> cells;
  for (const auto& cell : view == View::paper ? experiment.cells : experiment.judged_cells) {
    if (experiment.tau_varies || cell.tau == tau) cells.push_back(cell);
  }
  const bool appendix = std::ranges::count(experiment.appendix_taus, tau) > 0;
  Panel panel;
  panel.id = id_of(experiment, tau, score, view);
  panel.figure = appendix ? "appendix" : experiment.figure;
  panel.group = group_of(experiment, appendix);
  panel.title = title_of(experiment, tau);
  panel.x_label = experiment.tau_varies ? "tau" : "k";
  panel.y_label = y_label_of(experiment, score, view);
  panel.is_score = score;
  panel.note = note_of(experiment, cells, view);
  panel.data = data_of(experiment);
  panel.look_for = look_for_of(experiment, score, view);
  // Claims are judged by the paper's adversaries.
  if (view == View::paper) panel.claims = claims_of(experiment);
  const auto add = [&](const Method& method) {
    panel.series.push_back(series_of(results, experiment, method, cells, metric_of(view, score)));
  };
  for (const auto& method : experiment.methods) {
    if (!method.sweep_only) add(method);
  }
  if (view == View::strong) std::ranges::for_each(experiment.robust_methods, add);
  return panel;
}

/// The order of the paper: figures, then the appendix, then what we added.
int rank(const Panel& panel, bool squared) {
  if (squared) return 100;
  return panel.figure == "appendix" ? 10 : panel.figure.front() - '0';
}

std::vector<Panel> panels_of(const Results& results, View view) {
  std::vector<std::pair<int, Panel>> ranked;
  for (const auto& experiment : results.experiments()) {
    const auto taus = experiment.tau_varies ? std::vector<Item>{0} : experiment.taus();
    for (const bool score : {false, true}) {
      if (score && experiment.score.empty()) continue;
      for (const Item tau : taus) {
        Panel panel = panel_of(results, experiment, tau, score, view);
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

}  // namespace

std::vector<Panel> make_panels(const Results& results) { return panels_of(results, View::paper); }

std::vector<Panel> make_strong_panels(const Results& results) {
  auto panels = panels_of(results, View::strong);
  std::erase_if(panels, [](const Panel& panel) {
    return std::ranges::all_of(panel.series, [](const Series& one) { return one.points.empty(); });
  });
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

}  // namespace holdfast::paper
