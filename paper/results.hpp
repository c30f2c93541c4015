#pragma once

#include <map>
#include <tuple>

#include "paper/store.hpp"

namespace holdfast::paper {

/// What is looked at in a cell.
enum class Metric {
  objective,  ///< f(S \ E)
  score,      ///< on test rows, of the model fitted on S \ E
  kept,       ///< f(S \ E) / f(S)
  // Under the judge; trials that were not judged have no value.
  judged_objective,
  judged_score
};

/// Finished cells, ready to be asked about.
class Results {
 public:
  /// Leaves out trials from `trials` on, cells of other experiments, and judgements of trials from
  /// `judged_trials` on.
  Results(std::vector<Experiment> experiments, const std::vector<StoredCell>& cells,
          std::uint64_t trials, std::uint64_t judged_trials);

  const std::vector<Experiment>& experiments() const { return experiments_; }
  /// nullptr if it was not run.
  const Experiment* find(const std::string& experiment) const;

  /// One entry a trial, in the order of the trials; empty if the cell was not run.
  const std::vector<CellResult>& trials_of(const Experiment& experiment, const std::string& method,
                                           const Cell& cell) const;
  /// Likewise. Throws std::invalid_argument if there is no score where one is asked for.
  std::vector<double> values(const Experiment& experiment, const std::string& method,
                             const Cell& cell, Metric metric) const;

 private:
  bool has(const std::string& key) const;

  using Key = std::tuple<std::string, std::string, Item, Item>;

  std::vector<Experiment> experiments_;
  std::map<Key, std::vector<CellResult>> cells_;
};

}  // namespace holdfast::paper
