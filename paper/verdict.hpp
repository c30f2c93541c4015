#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "paper/results.hpp"
#include "paper/statistics.hpp"

/// The rules by which claims are judged. They were fixed before anything was measured, and amended
/// once: the first rule called every cell lost that was neither won nor tied, also where the trials
/// do not decide. Verdicts are given under both rules.
namespace holdfast::paper {

/// The worse first.
enum class Verdict { does_not_hold, undecided, in_part, holds };

const char* to_string(Verdict verdict);

/// Below this many trials, counts without an interval decide nothing.
inline constexpr std::size_t enough_trials = 10;

enum class Outcome { win, tie, loss, undecided };

/// A win if the interval lies above 0, else a tie if |mean| <= tie_width, else a loss if the
/// interval lies below 0, else undecided.
Outcome outcome_of(const Interval& difference, double tie_width);

struct Tally {
  int wins = 0;
  int ties = 0;
  int losses = 0;
  int undecided = 0;

  void count(Outcome outcome);
  int cells() const { return wins + ties + losses + undecided; }
  /// The first rule knew no undecided cells: they were losses.
  Tally by_first_rule() const { return {wins, ties, losses + undecided, 0}; }
  /// "31 wins, 2 ties, 1 loss, 3 undecided in 37 cells".
  std::string text() const;
};

/// holds: wins in at least 80 % and losses in at most 5 % of the cells; in part: wins and ties in
/// at least 50 %; does not hold: losses in more than 50 %; undecided otherwise.
Verdict verdict_of(const Tally& tally);

/// holds: every condition is met; in part: at least half of them.
Verdict verdict_of_conditions(std::ptrdiff_t met, std::ptrdiff_t conditions);

/// holds from the first share on, in part from 50 % on.
Verdict verdict_of_share(double share, double holds_from);

/// From the verdicts if everything open goes against the claim and if it goes in its favour: the
/// former, but a claim does not fail for what is open.
Verdict settle(Verdict least, Verdict most);

/// What the trials say to a question; open if they do not decide.
enum class Answer { no, open, yes };

/// Open if the threshold lies inside the interval.
Answer is_above(const Interval& interval, double threshold);
/// Whether the size of a number is at most `bound`.
Answer is_within(const Interval& interval, double bound);

/// The conditions of a claim.
struct Conditions {
  int met = 0;
  int open = 0;
  int failed = 0;
  int met_by_first_rule = 0;  ///< by means where the rule now asks the interval

  void count(Answer answer, bool by_first_rule);
  int all() const { return met + open + failed; }
  /// Whether all are met.
  Answer together() const;
  Verdict verdict() const;
  Verdict first_rule() const { return verdict_of_conditions(met_by_first_rule, all()); }
};

/// How one method compares with others in one cell.
struct CellComparison {
  Cell cell;
  std::string against;  ///< the best of the others, by its mean over trials
  /// Of the paired differences: relative ones, or plain ones where the metric is an accuracy.
  Interval difference;
  Outcome outcome = Outcome::undecided;
};

/// `method` against the best of `others` in each cell where it and at least one of them were run.
std::vector<CellComparison> compare(const Results& results, const Experiment& experiment,
                                    const std::vector<Cell>& cells, const std::string& method,
                                    const std::vector<std::string>& others, Metric metric);

Tally tally_of(const std::vector<CellComparison>& comparisons);

/// Of the primary grid, or of its extension.
std::vector<Cell> cells_of(const Experiment& experiment, bool extended);

}  // namespace holdfast::paper
