#pragma once

#include <string>
#include <vector>

#include "holdfast/core/deletion.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"

/// Comparisons that several tests make.
namespace holdfast::support {

Run::Options run_options(std::uint64_t seed, int threads = 1);

/// The same items in the same order with the same gains, and the value of the definition. Parts and
/// buckets are compared only where the algorithm has them.
void expect_selection(const Selection& got, const Steps& wanted, const TestProblem& problem,
                      bool compare_parts);
/// Equal to the last bit, except for times.
void expect_identical(const Selection& a, const Selection& b);
void expect_identical(const Deletion& a, const Deletion& b);
/// `request` throws std::invalid_argument with a one-line message that contains all `words`.
void expect_refusal(const std::function<void()>& request, const std::vector<std::string>& words);

}  // namespace holdfast::support
