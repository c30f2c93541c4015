#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// The paper's algorithm: S0 = the ceil(beta tau) items of largest f({v}); S1 = greedy of k - |S0|
/// items on V \ S0, started from the empty set; S = S0 + S1. Needs ceil(beta tau) <= k. Costs one
/// greedy run.
class HOLDFAST_EXPORT ObliviousGreedy : public Algorithm {
 public:
  explicit ObliviousGreedy(double beta = 1.0);

  std::string name() const override { return "oblivious-greedy"; }
  /// ceil(beta tau), guarded against rounding: beta = 1.1, tau = 50 is 55.
  std::int64_t guard_size(const Problem& problem) const override;

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;

  double beta_;
};

}  // namespace holdfast
