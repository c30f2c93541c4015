#pragma once

#include "holdfast/core/covering_structure.hpp"
#include "holdfast/core/matrix.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/theory/optimum_bound.hpp"

/// The ways to bound the robust optimum, one each. Private to theory. 0 < l = k - tau below.
namespace holdfast::theory {

/// The optimum itself, from a table of all values.
OptimumBound bound_by_enumeration(const Objective& objective, const Problem& problem,
                                  const Run& run);

/// Gains at greedy's prefixes, for several E.
std::vector<OptimumBound> bounds_by_gains(const Objective& objective, const Problem& problem,
                                          double gamma, const Run& run);

/// The relaxation without a deletion and with the one that it suggests; empty where the matrix of
/// the trace form is singular.
std::vector<OptimumBound> bounds_by_relaxation(const Objective& objective,
                                               const TraceOracle& oracle, const Problem& problem,
                                               const Run& run);

/// A Lagrangian relaxation of a covering objective, without a deletion and with those of the
/// heaviest columns.
std::vector<OptimumBound> bounds_by_lagrangian(const Objective& objective,
                                               const CoveringStructure& structure,
                                               const Problem& problem, const Run& run);

/// A and B of a trace form, restricted to these items.
struct TraceMatrices {
  Matrix quadratic;
  Matrix responses;
};
TraceMatrices matrices_of(const TraceOracle& oracle, const Items& items, Workers& workers);

/// The items of V that are not in `without`.
Items others(const Objective& objective, const Items& without);

}  // namespace holdfast::theory
