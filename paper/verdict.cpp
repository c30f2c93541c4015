#include "paper/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace holdfast::paper {
namespace {

constexpr double tie_of_values = 0.01;
constexpr double tie_of_accuracies = 0.005;

bool is_accuracy(const Experiment& experiment, Metric metric) {
  return metric == Metric::score && experiment.score == "test accuracy";
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::in_part: return "in part";
    case Verdict::does_not_hold: return "does not hold";
    case Verdict::undecided: return "undecided";
  }
  return "";
}

Outcome outcome_of(const Interval& difference, double tie_width) {
  if (difference.low > 0.0) return Outcome::win;
  if (std::abs(difference.mean) <= tie_width) return Outcome::tie;
  return difference.high < 0.0 ? Outcome::loss : Outcome::undecided;
}

void Tally::count(Outcome outcome) {
  ++(outcome == Outcome::win    ? wins
     : outcome == Outcome::tie  ? ties
     : outcome == Outcome::loss ? losses
                                : undecided);
}

std::string Tally::text() const {
  return fmt::format("{}, {}, {}, {} undecided in {}", counted(wins, "win", "wins"),
                     counted(ties, "tie", "ties"), counted(losses, "loss", "losses"), undecided,
                     counted(cells(), "cell", "cells"));
}

Verdict verdict_of(const Tally& tally) {
  const int cells = tally.cells();
  if (cells == 0) return Verdict::undecided;
  // Whole numbers, so that exactly 80 % is 80 %.
  if (100 * tally.wins >= 80 * cells && 100 * tally.losses <= 5 * cells) return Verdict::holds;
  if (2 * (tally.wins + tally.ties) >= cells) return Verdict::in_part;
  return 2 * tally.losses > cells ? Verdict::does_not_hold : Verdict::undecided;
}

Verdict verdict_of_conditions(std::ptrdiff_t met, std::ptrdiff_t conditions) {
  if (met <= 0) return Verdict::does_not_hold;
  if (met == conditions) return Verdict::holds;
  return 2 * met >= conditions ? Verdict::in_part : Verdict::does_not_hold;
}

Verdict verdict_of_share(double share, double holds_from) {
  if (share >= holds_from) return Verdict::holds;
  return share >= 0.5 ? Verdict::in_part : Verdict::does_not_hold;
}

Verdict settle(Verdict least, Verdict most) {
  return least == Verdict::does_not_hold && most != least ? Verdict::undecided : least;
}

Answer is_above(const Interval& interval, double threshold) {
  if (interval.low > threshold) return Answer::yes;
  return interval.high <= threshold ? Answer::no : Answer::open;
}

Answer is_within(const Interval& interval, double bound) {
  if (interval.low >= -bound && interval.high <= bound) return Answer::yes;
  return interval.low > bound || interval.high < -bound ? Answer::no : Answer::open;
}

void Conditions::count(Answer answer, bool by_first_rule) {
  ++(answer == Answer::yes ? met : answer == Answer::no ? failed : open);
  met_by_first_rule += by_first_rule;
}

Answer Conditions::together() const {
  if (failed > 0) return Answer::no;
  return open > 0 ? Answer::open : Answer::yes;
}

Verdict Conditions::verdict() const {
  return settle(verdict_of_conditions(met, all()), verdict_of_conditions(met + open, all()));
}

std::vector<CellComparison> compare(const Results& results, const Experiment& experiment,
                                    const std::vector<Cell>& cells, const std::string& method,
                                    const std::vector<std::string>& others, Metric metric) {
  const bool plain = is_accuracy(experiment, metric);
  std::vector<CellComparison> comparisons;
  for (const auto& cell : cells) {
    const auto mine = results.values(experiment, method, cell, metric);
    std::vector<double> best;
    CellComparison comparison{.cell = cell, .against = {}, .difference = {}};
    for (const auto& other : others) {
      auto theirs = results.values(experiment, other, cell, metric);
      if (theirs.empty() || (!best.empty() && mean(theirs) <= mean(best))) continue;
      best = std::move(theirs);
      comparison.against = other;
    }
    if (mine.empty() || best.size() != mine.size()) continue;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      best[i] = plain ? mine[i] - best[i] : relative_difference(mine[i], best[i]);
    }
    comparison.difference = mean_interval(best);
    comparison.outcome =
        outcome_of(comparison.difference, plain ? tie_of_accuracies : tie_of_values);
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

Tally tally_of(const std::vector<CellComparison>& comparisons) {
  Tally tally;
  for (const auto& comparison : comparisons) tally.count(comparison.outcome);
  return tally;
}

std::vector<Cell> cells_of(const Experiment& experiment, bool extended) {
  std::vector<Cell> cells;
  for (const auto& cell : experiment.cells) {
    if (cell.extended == extended) cells.push_back(cell);
  }
  return cells;
}

}  // namespace holdfast::paper
