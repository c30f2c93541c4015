#pragma once

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"

namespace holdfast {

/// One proven upper bound on the robust optimum,
///   max over |S| <= k of min over |E| <= tau of f(S \ E).
struct OptimumBound {
  double value = 0.0;
  /// "nothing" (tau >= k), "enumeration", "largest value", "everything", "gains",
  /// "relaxation" or "lagrangian".
  std::string method;
  /// The deletion E that it is made for, ascending; at most tau items of V, whichever S is chosen.
  Items without;
};

struct OptimumBoundOptions {
  /// Ground sets of at most this many items are enumerated, which makes the bound the optimum.
  Item exact_up_to = 12;
  /// More items than this are not relaxed: it takes O(|V|^2) memory and O(|V|^3) work per step.
  Item relax_up_to = 2000;
};

/// Every bound that was tried, the least first; never empty.
///
/// For any fixed E of at most tau items the robust optimum is at most the largest f(T) over T in
/// V \ E, |T| <= l = k - tau: the adversary may delete E's members and then anything. That in turn
/// is at most
///   everything   f(V \ E), and the largest value that the objective knows
///   gains        f(A) + (1/gamma) * sum of the l largest gains at A, for the sets A that greedy
///                passes through; gamma proven, 1 if f is submodular. (Over all of these A this is
///                never above greedy's value / (1 - (1 - gamma/l)^l).)
///   relaxation   for trace forms with a nonsingular A, see linalg/subset_relaxation.hpp
///   lagrangian   for covering objectives: the relaxation of the p-median problem
/// with E chosen so that the bound falls. Bounds are rounded up by 1e-9 of themselves. Costs a few
/// greedy runs over V, and for a trace form some dozen factorizations of |V| x |V| matrices.
HOLDFAST_EXPORT std::vector<OptimumBound> bound_optimum(const Objective& objective,
                                                        const Problem& problem, const Run& run,
                                                        const OptimumBoundOptions& options = {});

}  // namespace holdfast
