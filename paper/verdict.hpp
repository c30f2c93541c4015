#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "paper/results.hpp"
#include "paper/statistics.hpp"

/// The rules by which claims are judged. They were fixed before anything was measured.
namespace holdfast::paper {

enum class Verdict { does_not_hold, in_part, holds };

const char* to_string(Verdict verdict);

enum class Outcome { win, tie, loss };

/// A win if the interval lies above 0, else a tie if |mean| <= tie_width, else a loss.
Outcome outcome_of(const Interval& difference, double tie_width);

struct Tally {
  int wins = 0;
  int ties = 0;
  int losses = 0;

  void count(Outcome outcome);
  int cells() const { return wins + ties + losses; }
  /// "31 wins, 2 ties, 1 loss in 34 cells".
  std::string text() const;
};

/// holds: wins in at least 80 % and losses in at most 5 % of the cells; in part: wins and ties in
/// at least 50 %. No cells at all: does not hold.
Verdict verdict_of(const Tally& tally);

/// holds: every condition is met; in part: at least half of them.
Verdict verdict_of_conditions(std::ptrdiff_t met, std::ptrdiff_t conditions);

/// holds from the first share on, in part from 50 % on.
Verdict verdict_of_share(double share, double holds_from);

/// How one method compares with others in one cell.
struct CellComparison {
  Cell cell;
  std::string against;  ///< the best of the others, by its mean over trials
  /// Of the paired differences: relative ones, or plain ones where the metric is an accuracy.
  Interval difference;
  Outcome outcome = Outcome::loss;
};

/// `method` against the best of `others` in each of the cells where it and one of them were run.
std::vector<CellComparison> compare(const Results& results, const Experiment& experiment,
                                    const std::vector<Cell>& cells, const std::string& method,
                                    const std::vector<std::string>& others, Metric metric);

Tally tally_of(const std::vector<CellComparison>& comparisons);

/// Of the primary grid, or of its extension.
std::vector<Cell> cells_of(const Experiment& experiment, bool extended);

}  // namespace holdfast::paper
