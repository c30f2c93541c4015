#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paper/results.hpp"
#include "paper/verdict.hpp"

namespace holdfast::paper {

/// A verdict with the statistic that decided it.
struct Judgement {
  Verdict verdict = Verdict::does_not_hold;
  std::string evidence;
};

/// A second verdict on the same claim: on other cells or under another reading.
struct SecondJudgement : Judgement {
  std::string label;  ///< what differs from the first
};

/// One of the paper's claims and what the numbers say about it.
struct Claim {
  int number = 0;
  std::string text;   ///< what the paper says, in our words
  std::string where;  ///< "figure 2"
  Judgement judgement;
  std::optional<SecondJudgement> second;
};

/// The claims that can be judged by what was run, by number. Each is one small function from the
/// numbers to a verdict; none is set by hand.
std::vector<Claim> judge_claims(const Results& results);

/// The claims file: a JSON list of {"claim", "verdict", "evidence"}.
std::string claims_json(const std::vector<Claim>& claims);

// One function per claim or pair of claims that share their numbers; empty if the numbers are not
// there.

/// Figures 2 to 4: claims 1 to 6.
std::vector<Claim> judge_support_selection(const Results& results);
/// Figure 5: claims 7 to 11.
std::vector<Claim> judge_variance_reduction(const Results& results);
/// Claim 12.
std::optional<Claim> judge_adversaries(const Results& results);
/// Claim 15.
std::optional<Claim> judge_beta(const Results& results);
/// Claims 13, 14, 16 and 17, which need no experiment.
std::vector<Claim> judge_theory();

}  // namespace holdfast::paper
