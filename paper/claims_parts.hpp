#pragma once

#include <string>
#include <vector>

#include "paper/claims.hpp"

/// Statistics that several claims are judged by.
namespace holdfast::paper {

/// The experiment's first method is the paper's own.
const std::string& own_method(const Experiment& experiment);
/// All drawn methods but the first.
std::vector<std::string> other_methods(const Experiment& experiment);

/// The mean over cells of the mean differences, in percent.
double mean_lead(const std::vector<CellComparison>& comparisons);
/// Conditions as outcomes: met ones are wins, failed ones losses.
Outcomes outcomes_of(const Conditions& conditions, std::string of = "conditions");

/// A verdict by counts that have no interval: undecided if there are too few trials.
Judgement judge_by_count(std::size_t trials, Verdict verdict, std::string evidence);

/// The paper's method against the best of the others on objective and, if there is one, score; the
/// worse verdict counts.
Judgement judge_against_best(const Results& results, const Experiment& experiment,
                             const std::vector<Cell>& cells);

/// The paper compares values of tau at equal k; we do it at k = 60, 80, 100.
std::vector<Item> anchor_sizes(const Experiment& experiment);

/// By how much the kept share f(S \ E)/f(S) falls from one tau to another at equal k.
struct Decay {
  Item k = 0;
  Interval relative;    ///< fall / kept at the smaller tau, of the method itself
  Interval over_other;  ///< fall of the method minus fall of the other, paired
};

/// Empty if one of the cells was not run.
std::vector<Decay> decays(const Results& results, const Experiment& experiment,
                          const std::string& method, const std::string& other, Item from_tau,
                          Item to_tau);

/// "3.1 %" of 0.031.
std::string percent(double part);
/// "3.1 % (2.0 to 4.2)".
std::string percent(const Interval& interval);

}  // namespace holdfast::paper
