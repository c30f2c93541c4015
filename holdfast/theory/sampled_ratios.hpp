#pragma once

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

struct SampleOptions {
  int chains = 32;  ///< how many growing sequences of sets are walked
  /// Longest chain; 0 means 16. Never longer than the largest set in question.
  Item length = 0;
};

/// What the sample shows.
struct SampledRatios {
  RatioBounds bounds;
  std::int64_t evaluations = 0;
  std::int64_t pairs = 0;  ///< of disjoint sets compared
};

/// Looks at some of the sets of at most `largest_set` items. Every set that is looked at constrains
/// a ratio, so the result bounds gamma, gamma_check, nu, nu_check and theta from above and alpha
/// and alpha_check from below; nothing is proven about the other side.
///
/// A chain is an order of items: the greedy one, the one by single values, the rest drawn at random
/// from the run's seed. All pairs of nested prefixes, and each prefix with its suffix, are
/// compared. Cost of a chain of length m: m calls of gains, 2 m additions.
HOLDFAST_EXPORT SampledRatios sampled_ratios(const Objective& objective, const Run& run,
                                             Item largest_set, const SampleOptions& options = {});

}  // namespace holdfast
