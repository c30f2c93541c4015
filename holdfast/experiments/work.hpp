#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/experiments/experiment.hpp"
#include "holdfast/experiments/trial.hpp"

namespace holdfast::experiments {

/// What each adversary left of a set. Those that draw are given after one repeat and after all.
struct AdversaryValues {
  double greedy_min = 0.0;
  double greedy_max = 0.0;
  double random_once = 0.0;
  double random = 0.0;
  double stochastic_once = 0.0;
  double stochastic = 0.0;

  /// What the worst of the four leaves if the random ones have one repeat.
  double least_once() const {
    return std::min({greedy_min, greedy_max, random_once, stochastic_once});
  }
};

/// One cell of one trial for one method: a row of the results store.
struct CellResult {
  Cell cell;
  Items selected;
  Items deleted;
  std::string adversary;  ///< the one that found `deleted`
  double value = 0.0;     ///< f(S)
  double worst = 0.0;     ///< f(S \ E)
  std::optional<double> score;
  AdversaryValues adversaries;
  std::int64_t evaluations = 0;  ///< of the attack; those of the selection are the unit's
  double seconds = 0.0;          ///< of attacks and scores, an equal share where cells have one set
};

/// The smallest piece of work that is done or not done: cells that one run of a method serves.
struct Unit {
  const Experiment* experiment = nullptr;
  const Method* method = nullptr;
  std::uint64_t trial = 0;
  Item tau = -1;  ///< the tau that the method is prepared for; -1: it does not look at tau
  std::vector<Cell> cells;  ///< feasible ones only, k ascending

  /// "fig2, trial 3, greedy".
  std::string describe() const;
  /// How long it takes, roughly, in arbitrary units: long units are started first.
  double weight() const;
};

struct UnitResult {
  std::vector<CellResult> cells;
  std::int64_t evaluations = 0;  ///< of the selection
  double seconds = 0.0;          ///< in all
};

/// All units of a trial. Methods that are never feasible in a group have none there.
std::vector<Unit> units_of(const Experiment& experiment, std::uint64_t trial);

/// Does the work on the calling thread. The result depends on the arguments only: a fresh objective
/// is made, and chance comes from (seed, trial), the same for all methods. Throws Interrupted if
/// `stop` is set on the way.
UnitResult perform(const Unit& unit, const Trial& trial, std::uint64_t seed,
                   const std::atomic<bool>* stop);

}  // namespace holdfast::experiments
