#pragma once

#include <functional>
#include <string>
#include <vector>

#include "paper/results.hpp"

namespace holdfast::paper {

/// Where a made-up number is wanted.
struct Place {
  const Experiment& experiment;
  const Method& method;
  Cell cell;
  std::uint64_t trial;

  bool is_own() const { return method.id == experiment.methods.front().id; }
};

/// Fills value, worst and score of a result.
using MakeUp = std::function<void(const Place&, CellResult&)>;

/// Results of the figures with invented numbers, for every method and feasible cell; by default at
/// tiny sizes (taus 2, 4, 6, 8; ks up to 20). f(S) = 100 unless changed.
inline Results made_up(const std::vector<std::string>& figures, std::uint64_t trials,
                       const MakeUp& make_up, Scale scale = Scale::tiny) {
  const auto experiments = describe_experiments(scale, figures);
  std::vector<StoredCell> cells;
  for (const auto& experiment : experiments) {
    auto methods = experiment.methods;
    methods.insert(methods.end(), experiment.robust_methods.begin(),
                   experiment.robust_methods.end());
    for (const auto& method : methods) {
      for (const auto& cell : experiment.cells) {
        if (!method.make(cell.tau)->feasible({cell.k, cell.tau})) continue;
        for (std::uint64_t trial = 0; trial < trials; ++trial) {
          StoredCell stored{experiment.id, trial, method.id, {}};
          stored.result.cell = cell;
          stored.result.value = 100.0;
          if (!experiment.score.empty()) stored.result.score = 0.5;
          make_up({experiment, method, cell, trial}, stored.result);
          cells.push_back(stored);
        }
      }
    }
  }
  return Results(experiments, cells, trials, trials);
}

}  // namespace holdfast::paper
