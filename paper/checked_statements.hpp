#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace holdfast::paper {

/// How often a statement of the paper was put to the test, and how often it failed.
struct CheckedStatement {
  std::string name;
  std::int64_t checks = 0;
  std::int64_t violations = 0;
  bool corrected = false;  ///< not as the paper prints it, but as it should read
};

struct CheckedStatements {
  int functions = 0;
  std::vector<CheckedStatement> statements;
};

/// Checks Propositions 1 and 2, Remark 1, Lemmas 1 to 4 and Theorem 1 (at finite k) on small
/// functions of several kinds, with exact ratios, for oblivious-greedy at several (k, tau, beta)
/// and every deletion. Lemma 3 is checked as it is printed and as it should read. The functions are
/// the same in every call.
CheckedStatements check_statements();

}  // namespace holdfast::paper
