#pragma once

#include <cstdint>
#include <vector>

#include "holdfast/core/item.hpp"
#include "tests/support/problems.hpp"

/// What every objective promises, checked against its definition. Failures name the clause.
namespace holdfast::support {

/// All clauses below, on one problem.
void check_contract(const TestProblem& problem, std::uint64_t seed);

/// f of random sets from scratch; f(empty) = 0; f(V) at most the largest value.
void check_values(const TestProblem& problem, std::uint64_t seed);
/// Gains and losses of random sets equal differences of values, and none is negative.
void check_differences(const TestProblem& problem, std::uint64_t seed);
/// How a set was reached does not matter: neither order nor detours.
void check_paths(const TestProblem& problem, std::uint64_t seed);
/// A clone and its origin are independent.
void check_clones(const TestProblem& problem, std::uint64_t seed);
/// Hundreds of random adds and removes, value checked at every step, gains and losses often.
void check_long_walk(const TestProblem& problem, int steps, std::uint64_t seed);
/// largest_gains and largest_losses are what ranking all of them gives, along a walk.
void check_rankings(const TestProblem& problem, std::uint64_t seed);
/// Requests that break the contract throw std::invalid_argument and change nothing.
void check_refusals(const TestProblem& problem);
/// If the objective says it is submodular: gains never grow with the set.
void check_submodularity(const TestProblem& problem, std::uint64_t seed);
/// gradient_norms, or the error where there is no gradient.
void check_gradients(const TestProblem& problem, std::uint64_t seed);
/// Evaluations are counted: one per gain and one per loss.
void check_counts(const TestProblem& problem);

/// All answers of a State along a fixed walk; equal vectors mean equal to the last bit.
std::vector<double> transcript(const TestProblem& problem, int threads, int steps,
                               std::uint64_t seed);

}  // namespace holdfast::support
