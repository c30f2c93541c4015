#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "paper/results.hpp"
#include "paper/verdict.hpp"

namespace holdfast::paper {

/// What a verdict hangs on as one number, which can be compared between readings.
struct Statistic {
  std::string name;  ///< "mean lead of oblivious-greedy over the best other method, objective"
  double value = 0.0;
  const char* unit = "%";  ///< of the value
  bool higher_is_better = true;
};

/// How often a claim's comparison was won and lost: cells, or conditions that are met or not.
struct Outcomes {
  std::string of;  ///< "objective", "test accuracy", "conditions"
  Tally tally;
};

/// A verdict with what decided it.
struct Judgement {
  Verdict verdict = Verdict::undecided;
  std::string evidence;
  Verdict first_rule = verdict;  ///< the verdict before the rule was amended
  Statistic statistic = {};      ///< without a name where none was computed
  std::vector<Outcomes> outcomes = {};

  /// The worse counts, under each rule by itself.
  void lower_to(Verdict other, Verdict other_by_first_rule);
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

/// The claims that can be judged from what was run, ordered by number. Each verdict is computed by
/// one small function; none is set by hand.
std::vector<Claim> judge_claims(const Results& results);

/// [{"of", "wins", "ties", "losses", "undecided"}].
nlohmann::ordered_json counts_json(const Judgement& judgement);
/// {"claim", "verdict", "first_rule", "evidence", "counts", "statistic", "text", "where"}, and
/// "extended" if there is a second judgement.
nlohmann::ordered_json claim_json(const Claim& claim);
/// The claims file: a JSON list of them.
std::string claims_json(const std::vector<Claim>& claims);

/// One sentence on what so few trials can and cannot say; empty if there are enough of them.
std::string caution(std::size_t trials);

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
