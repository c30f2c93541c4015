#pragma once

#include <map>

#include "paper/results.hpp"

namespace holdfast::paper {

/// How often each adversary found the worst deletion of one algorithm's choices in one figure.
struct AdversaryWins {
  std::string figure;
  std::string algorithm;
  bool all_repeats = true;  ///< false: the random adversaries had one repeat
  std::int64_t runs = 0;
  std::int64_t greedy_min_no_worse = 0;         ///< runs in which no other left less
  std::vector<std::int64_t> no_worse_by_trial;  ///< likewise, trial by trial
  /// A run counts for the first of greedy-min, greedy-max, random-greedy-min,
  /// stochastic-greedy-min that reached the least value.
  std::map<std::string, std::int64_t> wins;
};

/// Runs with tau = 0 are left out. Values that differ by less than 1e-9 f(S) count as equal: the
/// same deletion, found in another order, may differ by rounding.
std::vector<AdversaryWins> count_adversary_wins(const Results& results);

}  // namespace holdfast::paper
