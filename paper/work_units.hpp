#pragma once

#include <algorithm>
#include <atomic>

#include "paper/trial.hpp"

namespace holdfast {
class GuardSets;
}

namespace holdfast::paper {

/// What each adversary left of a set; the random ones after one repeat and after all repeats.
struct AdversaryValues {
  double greedy_min = 0.0;
  double greedy_max = 0.0;
  double random_once = 0.0;
  double random = 0.0;
  double stochastic_once = 0.0;
  double stochastic = 0.0;

  /// What the strongest of the four leaves if the random ones have one repeat.
  double least_once() const {
    return std::min({greedy_min, greedy_max, random_once, stochastic_once});
  }
};

/// What `strong` leaves of a cell, and what branch and bound adds.
struct StrongAttack {
  Items deleted;
  double worst = 0.0;  ///< f(S \ E)
  std::optional<double> score;
  /// The lowest value that branch and bound found, and one that no deletion goes below.
  std::optional<double> searched;
  std::optional<double> at_least;
  double seconds = 0.0;
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
  std::optional<StrongAttack> judged;  ///< none until judge() was called
};

/// The smallest piece of work that is stored: the cells that one run of a method serves.
struct Unit {
  const Experiment* experiment = nullptr;
  const Method* method = nullptr;
  std::uint64_t trial = 0;
  Item tau = -1;  ///< the tau that the method is prepared for; -1: it does not look at tau
  std::vector<Cell> cells;  ///< feasible ones only, k ascending

  /// "figure 2 (linear regression), trial 3, greedy"; under another reading its name comes first.
  std::string describe() const;
  /// Of the random adversaries.
  int repeats() const { return method->sweep_only ? 1 : experiment->repeats; }
  /// The experiment that its results are stored under.
  std::string stored_under() const {
    return method->as_in_headline ? experiment->id : experiment->key();
  }
  /// How long it takes, roughly, in arbitrary units: long units are started first.
  double weight() const;
  double weight_of_judging() const;
};

struct UnitResult {
  std::vector<CellResult> cells;
  std::int64_t evaluations = 0;  ///< of the selection
  double seconds = 0.0;          ///< in all
};

/// Which units of a trial.
enum class Share {
  paper,   ///< the paper's methods in all cells
  robust,  ///< the library's own methods, where they are run
  judged   ///< the drawn methods of both kinds, in the same cells
};

/// Methods that are never feasible in a group have no unit there.
std::vector<Unit> units_of(const Experiment& experiment, std::uint64_t trial,
                           Share share = Share::paper);

/// Those of many trials. Trial by trial, so that a trial's data are drawn once; within a trial the
/// longest first, so that none is left running alone at the end.
std::vector<Unit> units_of_trials(const Experiment& experiment, std::uint64_t trials, Share share);

/// Does the work on the calling thread. The result depends on the arguments only: the objective is
/// made anew, and random numbers come from (seed, trial), the same for all methods. `sets` are
/// those of the trial, if several units share them: they save time and change nothing. Throws
/// Interrupted if `stop` is set meanwhile.
UnitResult perform(const Unit& unit, const Trial& trial, std::uint64_t seed,
                   const std::atomic<bool>* stop, std::shared_ptr<GuardSets> sets = nullptr);

/// Attacks what a unit chose by `strong`, and by branch and bound where the experiment asks for it.
/// Each cell gets its judgement. Otherwise like perform().
void judge(const Unit& unit, std::vector<CellResult>& cells, const Trial& trial, std::uint64_t seed,
           const std::atomic<bool>* stop);

}  // namespace holdfast::paper
