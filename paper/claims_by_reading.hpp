#pragma once

#include "paper/claims.hpp"
#include "paper/readings.hpp"

namespace holdfast::paper {

/// A reading and what is stored of its experiments.
struct ReadingResults {
  ReadingPlan plan;
  std::vector<StoredCell> cells;

  /// Of at most so many trials.
  Results results(std::uint64_t trials = std::numeric_limits<std::uint64_t>::max()) const;
};

/// How many trials of a figure there are; 0 if it was not run.
std::size_t trials_of(const Results& results, const std::string& figure);

/// The claims of figures 2 to 5, each with the figure that it is about.
struct FigureClaim : Claim {
  std::string figure;
};
std::vector<FigureClaim> judge_figures(const Results& results);

/// A claim under one reading.
struct ReadingVerdict {
  Reading reading;
  Judgement judgement;
  double change = 0.0;  ///< of the statistic, from the headline in the same trials and cells
  int steps = 0;        ///< of the verdict, likewise; the order is that of Verdict
  std::size_t trials = 0;
};

/// A claim under every reading of its figure that touches it.
struct ClaimByReading {
  int number = 0;
  std::string text;
  std::string where;
  /// The headline first. Then by how many steps a reading moves the verdict, then by how far it
  /// moves the statistic.
  std::vector<ReadingVerdict> rows;

  /// The single change that comes first among the rows; nullptr if there is none or it moves
  /// nothing.
  const ReadingVerdict* decisive() const;
  /// Where it holds, and which single decision matters most.
  std::string sentence() const;
};

/// All from stored results. The headline must be the first of the readings.
std::vector<ClaimByReading> judge_by_reading(const std::vector<ReadingResults>& readings);

/// At most five sentences over all claims: what holds as the text is printed comes first.
std::vector<std::string> conclusion(const std::vector<ClaimByReading>& claims);

/// "+8.1 %".
std::string with_unit(double value, const Statistic& statistic);

}  // namespace holdfast::paper
