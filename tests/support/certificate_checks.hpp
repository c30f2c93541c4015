#pragma once

#include "tests/support/problems.hpp"

/// What a certificate promises, checked against the truth about every set of a small problem.
namespace holdfast::support {

/// Every bound of the robust optimum by itself, enumeration included, for all k and tau: the least
/// of them alone would hide the others.
void expect_no_bound_below_the_optimum(const ProblemMaker& maker);
/// With an adversary that searches, and with one that proves.
void expect_the_interval_to_hold_the_worst_case(const ProblemMaker& maker);
/// Neither the proven share nor the a-priori one is above the true one.
void expect_the_share_to_be_true(const ProblemMaker& maker);

}  // namespace holdfast::support
