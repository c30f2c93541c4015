#pragma once

#include "holdfast/theory/guarantees.hpp"

namespace holdfast {

/// The beta with the best guarantee, and what it guarantees.
struct BestBeta {
  double beta = 0.0;
  Guarantee guarantee;
};

/// Looks at every size s of S0 from 0 to k. Among the beta with ceil(beta tau) = s the largest,
/// s/tau, gives the best bound, so this is the best over all beta; of equal ones the smallest.
/// With `only`, the best for one statement (no limits: those are not about a finite k). Empty if
/// nothing positive is guaranteed at any beta. With tau = 0 every beta is the same: 0.
/// O(k) evaluations of a formula.
HOLDFAST_EXPORT std::optional<BestBeta> best_beta(Item k, Item tau, const KnownRatios& ratios,
                                                  std::optional<Statement> only = std::nullopt);

}  // namespace holdfast
