#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/core/matrix.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/objectives/combined/scenarios.hpp"
#include "holdfast/objectives/trace/kernel.hpp"
#include "tests/support/definitions.hpp"
#include "tests/support/random_data.hpp"

/// Problems for tests, each an objective together with its definition.
namespace holdfast::support {

struct TestProblem {
  std::string label;
  std::shared_ptr<const Objective> objective;
  Definition definition;
  /// Largest error of f, a gain or a loss, even after a long walk, as a share of f(V).
  double tolerance = 1e-9;
  /// |gradient| of every item at the optimum for a set, where the objective has one.
  std::function<std::vector<double>(std::span<const Item>)> gradients = {};

  Item size() const { return objective->size(); }
  /// tolerance * max(f(V), smallest normal number).
  double allowed_error() const;
};

/// How to make one; it is built only when a test asks for it.
struct ProblemMaker {
  std::string label;
  std::function<TestProblem(std::uint64_t seed)> make;
};

TestProblem linear_problem(const LinearShape& shape, double ridge, bool intercept,
                           bool sparse_input, std::uint64_t seed);
TestProblem variance_reduction_problem(const Kernel& kernel, std::size_t candidates,
                                       std::size_t targets, double noise, std::uint64_t seed);
TestProblem logdet_problem(const Kernel& kernel, std::size_t items, double noise,
                           std::uint64_t seed);
TestProblem facility_location_problem(std::size_t rows, std::size_t items, std::uint64_t seed);
TestProblem coverage_problem(std::size_t elements, std::size_t items, bool weighted,
                             std::uint64_t seed);
/// A table of random gains, monotone by construction and neither submodular nor supermodular;
/// optionally with a gains function of its own.
TestProblem table_problem(Item items, bool with_gains, std::uint64_t seed);
/// The square root of a sum of weights: submodular, given as a function that says so.
TestProblem concave_problem(Item items, std::uint64_t seed);

/// Groups of another problem's items, followed by the remaining items one by one.
TestProblem grouped_problem(TestProblem base, const std::vector<Items>& groups);

/// Events that take items of another problem away; their values are combined by the definition of
/// the measure.
TestProblem scenarios_problem(const TestProblem& base, const std::vector<Event>& events,
                              const Measure& measure);

/// For test listings.
void PrintTo(const ProblemMaker& maker, std::ostream* out);

/// At least one of every kind, with all of the special cases of regression data; each has 12 items
/// or fewer.
std::vector<ProblemMaker> problems_of_every_kind();
/// Large enough that threads have work to share.
std::vector<ProblemMaker> large_problems();

}  // namespace holdfast::support
