#include "paper/strong_comparison.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "holdfast/data/write.hpp"
#include "paper/statistics.hpp"

namespace holdfast::paper {
namespace {

/// Values that differ by less are the same set's, found by another way.
constexpr double rounding = 1e-9;

struct PanelCells {
  std::string name;
  std::vector<Cell> cells;
};

std::vector<PanelCells> panels_of(const Experiment& experiment) {
  if (experiment.tau_varies) return {{experiment.title, experiment.judged_cells}};
  std::vector<PanelCells> panels;
  for (const Item tau : experiment.taus()) {
    PanelCells& panel = panels.emplace_back();
    panel.name = fmt::format("{}, tau = {}", experiment.title, tau);
    std::ranges::copy_if(experiment.judged_cells, std::back_inserter(panel.cells),
                         [&](const Cell& cell) { return cell.tau == tau; });
  }
  return panels;
}

std::vector<const Method*> judged_methods(const Experiment& experiment) {
  std::vector<const Method*> methods;
  for (const auto& method : experiment.methods) {
    if (!method.sweep_only) methods.push_back(&method);
  }
  for (const auto& method : experiment.robust_methods) methods.push_back(&method);
  return methods;
}

/// Gathers ratios.
class ExcessCounter {
 public:
  void add(double claimed, double found) {
    if (!(found > 0.0)) return;
    const double excess = claimed / found - 1.0;
    sum_ += excess;
    excess_.largest = excess_.runs == 0 ? excess : std::max(excess_.largest, excess);
    ++excess_.runs;
  }
  std::optional<Excess> result() const {
    if (excess_.runs == 0) return std::nullopt;
    Excess excess = excess_;
    excess.mean = sum_ / static_cast<double>(excess.runs);
    return excess;
  }

 private:
  Excess excess_;
  double sum_ = 0.0;
};

std::optional<Overstatement> overstatement_of(const Results& results, const Experiment& experiment,
                                              const PanelCells& panel, const Method& method) {
  ExcessCounter over_strong;
  ExcessCounter over_searched;
  double proven = 0.0;
  std::size_t proofs = 0;
  for (const auto& cell : panel.cells) {
    if (cell.tau == 0) continue;
    for (const auto& result : results.trials_of(experiment, method.id, cell)) {
      if (!result.judged) continue;
      const StrongAttack& judged = *result.judged;
      over_strong.add(result.worst, judged.worst);
      if (!judged.searched || !judged.at_least || !(*judged.searched > 0.0)) continue;
      over_searched.add(result.worst, *judged.searched);
      proven += *judged.at_least / *judged.searched;
      ++proofs;
    }
  }
  const auto strong = over_strong.result();
  if (!strong) return std::nullopt;
  Overstatement found{panel.name, method.algorithm, *strong, over_searched.result(), {}};
  if (proofs > 0) found.proven = proven / static_cast<double>(proofs);
  return found;
}

double mean_of(const std::vector<double>& values) { return mean_interval(values).mean; }

std::optional<Comparison::Value> value_of(const Results& results, const Experiment& experiment,
                                          const Method& method, const Cell& cell) {
  const auto worst = results.values(experiment, method.id, cell, Metric::judged_objective);
  if (worst.empty()) return std::nullopt;
  Comparison::Value value{method.algorithm, mean_of(worst), {}};
  if (!experiment.score.empty()) {
    value.score = mean_of(results.values(experiment, method.id, cell, Metric::judged_score));
  }
  return value;
}

std::optional<Comparison> compare(const Results& results, const Experiment& experiment,
                                  const std::string& panel, const Cell& cell) {
  std::optional<Comparison::Value> best;
  for (const auto& method : experiment.methods) {
    if (method.sweep_only) continue;
    const auto value = value_of(results, experiment, method, cell);
    if (value && (!best || value->worst > best->worst)) best = value;
  }
  const auto path = value_of(results, experiment, experiment.robust_methods.front(), cell);
  const auto swap = value_of(results, experiment, experiment.robust_methods.back(), cell);
  if (!best || !path || !swap) return std::nullopt;
  return Comparison{panel, experiment.figure, cell, *best, *path, *swap};
}

bool at_least(double a, double b) { return a >= b * (1.0 - rounding); }

std::string share_text(double share) { return fmt::format("{:.1f} %", 100.0 * share); }

PanelGain gain_of(std::span<const Comparison> cells) {
  PanelGain gain;
  gain.panel = cells.front().panel;
  gain.cells = cells.size();
  std::vector<double> path;
  std::vector<double> swap;
  for (const auto& cell : cells) {
    const double best = cell.best_of_paper.worst;
    gain.path_no_worse += at_least(cell.beta_path.worst, best);
    gain.swap_no_worse += at_least(cell.robust_swap.worst, cell.beta_path.worst);
    path.push_back(cell.beta_path.worst / best - 1.0);
    swap.push_back(cell.robust_swap.worst / best - 1.0);
  }
  gain.beta_path = mean_of(path);
  gain.robust_swap = mean_of(swap);
  gain.least = std::ranges::min(swap);
  gain.largest = std::ranges::max(swap);
  if (!cells.front().robust_swap.score) return gain;
  for (const auto value :
       {&Comparison::best_of_paper, &Comparison::beta_path, &Comparison::robust_swap}) {
    std::vector<double> scores;
    for (const auto& cell : cells) scores.push_back((cell.*value).score.value());
    gain.scores.push_back(mean_of(scores));
  }
  return gain;
}

TextTable gain_table(const std::vector<PanelGain>& gains) {
  TextTable table{
      "Gain in the worst case over the best of the paper's methods, mean over k, everything judged "
      "by strong; test scores are those of what strong leaves",
      {"panel", "beta-path no worse", "robust-swap no worse than it", "gain of beta-path",
       "gain of robust-swap", "least", "largest", "test score: paper", "beta-path", "robust-swap"},
      {}};
  for (const auto& gain : gains) {
    auto& row = table.rows.emplace_back();
    row = {gain.panel,
           fmt::format("{} of {}", gain.path_no_worse, gain.cells),
           fmt::format("{} of {}", gain.swap_no_worse, gain.cells),
           share_text(gain.beta_path),
           share_text(gain.robust_swap),
           share_text(gain.least),
           share_text(gain.largest)};
    for (const double score : gain.scores) row.push_back(fmt::format("{:.3f}", score));
    row.resize(table.columns.size());
  }
  return table;
}

/// A row for each panel, a column for each method.
TextTable overstatement_table(std::string title, const std::vector<Overstatement>& found,
                              const std::function<std::string(const Overstatement&)>& words) {
  TextTable table{std::move(title), {"panel"}, {}};
  for (const auto& one : found) {
    if (words(one).empty()) continue;
    auto column = std::ranges::find(table.columns, one.method);
    if (column == table.columns.end()) column = table.columns.insert(column, one.method);
    const auto at = static_cast<std::size_t>(column - table.columns.begin());
    if (table.rows.empty() || table.rows.back().front() != one.panel) {
      table.rows.push_back({one.panel});
    }
    auto& row = table.rows.back();
    row.resize(std::max(row.size(), at + 1));
    row[at] = words(one);
  }
  for (auto& row : table.rows) row.resize(table.columns.size());
  return table;
}

std::string words_of(const Excess& excess) {
  return fmt::format("{} ({})", share_text(excess.mean), share_text(excess.largest));
}

}  // namespace

std::vector<Overstatement> find_overstatements(const Results& results) {
  std::vector<Overstatement> found;
  for (const auto& experiment : results.experiments()) {
    for (const auto& panel : panels_of(experiment)) {
      for (const Method* method : judged_methods(experiment)) {
        auto one = overstatement_of(results, experiment, panel, *method);
        if (one) found.push_back(std::move(*one));
      }
    }
  }
  return found;
}

std::vector<Comparison> compare_with_paper(const Results& results) {
  std::vector<Comparison> comparisons;
  for (const auto& experiment : results.experiments()) {
    if (experiment.robust_methods.empty()) continue;
    for (const auto& panel : panels_of(experiment)) {
      for (const auto& cell : panel.cells) {
        auto one = compare(results, experiment, panel.name, cell);
        if (one) comparisons.push_back(std::move(*one));
      }
    }
  }
  return comparisons;
}

std::vector<PanelGain> gains_by_panel(const Results& results) {
  const auto comparisons = compare_with_paper(results);
  std::vector<PanelGain> gains;
  for (auto first = comparisons.begin(); first != comparisons.end();) {
    const auto last = std::find_if(first, comparisons.end(), [&](const Comparison& other) {
      return other.panel != first->panel;
    });
    gains.push_back(gain_of({first, last}));
    first = last;
  }
  return gains;
}

std::vector<TextTable> strong_tables(const Results& results) {
  std::vector<TextTable> tables;
  if (const auto gains = gains_by_panel(results); !gains.empty()) {
    tables.push_back(gain_table(gains));
  }
  const auto found = find_overstatements(results);
  const auto add = [&](std::string title,
                       const std::function<std::string(const Overstatement&)>& words) {
    auto table = overstatement_table(std::move(title), found, words);
    if (!table.rows.empty()) tables.push_back(std::move(table));
  };
  add("How much more the paper's four adversaries leave than strong: mean (largest)",
      [](const Overstatement& one) { return words_of(one.over_strong); });
  add("How much more they leave than branch and bound finds after strong: mean (largest)",
      [](const Overstatement& one) {
        return one.over_searched ? words_of(*one.over_searched) : "";
      });
  add("What is proven: the share of that value that no deletion goes below, mean",
      [](const Overstatement& one) { return one.proven ? share_text(*one.proven) : ""; });
  return tables;
}

std::string tables_markdown(const std::vector<TextTable>& tables) {
  std::string out;
  for (const auto& table : tables) {
    out += fmt::format("{}:\n\n| {} |\n|", table.title, fmt::join(table.columns, " | "));
    for (std::size_t i = 0; i < table.columns.size(); ++i) out += i == 0 ? "---|" : "---:|";
    out += "\n";
    for (const auto& row : table.rows) out += fmt::format("| {} |\n", fmt::join(row, " | "));
    out += "\n";
  }
  return out;
}

std::string comparisons_csv(const std::vector<Comparison>& comparisons) {
  std::string out =
      "panel,tau,k,best_of_paper,best_of_paper_worst,beta_path_worst,robust_swap_worst,"
      "best_of_paper_score,beta_path_score,robust_swap_score\n";
  const auto score = [](const Comparison::Value& value) {
    return value.score ? format_number(*value.score) : "";
  };
  for (const auto& one : comparisons) {
    out += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", quote_csv_field(one.panel), one.cell.tau,
                       one.cell.k, one.best_of_paper.method, format_number(one.best_of_paper.worst),
                       format_number(one.beta_path.worst), format_number(one.robust_swap.worst),
                       score(one.best_of_paper), score(one.beta_path), score(one.robust_swap));
  }
  return out;
}

}  // namespace holdfast::paper
