#pragma once

#include "holdfast/algorithms/bucketed_guard.hpp"

namespace holdfast {

/// PRo-GREEDY (Bogunovic et al. 2017): for i = 0..ceil(log2 tau), ceil(tau/2^i) buckets of 2^i eta
/// items. Published experiments use eta = 1.
class HOLDFAST_EXPORT ProGreedy : public BucketedGuard {
 public:
  explicit ProGreedy(int eta = 1);

  std::string name() const override { return "pro-greedy"; }

 private:
  std::vector<Buckets> buckets(const Problem& problem) const override;

  int eta_;
};

}  // namespace holdfast
