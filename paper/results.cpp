#include "paper/results.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast::paper {
namespace {

bool is_judged(Metric metric) {
  return metric == Metric::judged_objective || metric == Metric::judged_score;
}

double value_of(const CellResult& result, Metric metric) {
  switch (metric) {
    case Metric::objective: return result.worst;
    case Metric::kept: return result.value > 0.0 ? result.worst / result.value : 0.0;
    case Metric::judged_objective: return result.judged.value().worst;
    case Metric::score:
    case Metric::judged_score: break;
  }
  const auto& score = metric == Metric::score ? result.score : result.judged.value().score;
  require(score.has_value(), "this cell has no test score");
  return *score;
}

}  // namespace

Results::Results(std::vector<Experiment> experiments, const std::vector<StoredCell>& cells,
                 std::uint64_t trials, std::uint64_t judged_trials)
    : experiments_(std::move(experiments)) {
  for (const auto& cell : cells) {
    if (cell.trial >= trials || !has(cell.experiment)) continue;
    const Cell& at = cell.result.cell;
    auto& kept = cells_[{cell.experiment, cell.method, at.tau, at.k}];
    kept.push_back(cell.result);
    if (cell.trial >= judged_trials) kept.back().judged.reset();
  }
}

bool Results::has(const std::string& key) const {
  return std::ranges::any_of(experiments_, [&](const Experiment& one) { return one.key() == key; });
}

const Experiment* Results::find(const std::string& experiment) const {
  const auto found = std::ranges::find(experiments_, experiment, &Experiment::id);
  return found == experiments_.end() ? nullptr : &*found;
}

const std::vector<CellResult>& Results::trials_of(const Experiment& experiment,
                                                  const std::string& method,
                                                  const Cell& cell) const {
  static const std::vector<CellResult> none;
  const auto found = cells_.find({experiment.key(), method, cell.tau, cell.k});
  return found == cells_.end() ? none : found->second;
}

std::vector<double> Results::values(const Experiment& experiment, const std::string& method,
                                    const Cell& cell, Metric metric) const {
  std::vector<double> values;
  for (const auto& result : trials_of(experiment, method, cell)) {
    if (is_judged(metric) && !result.judged) continue;
    values.push_back(value_of(result, metric));
  }
  return values;
}

}  // namespace holdfast::paper
