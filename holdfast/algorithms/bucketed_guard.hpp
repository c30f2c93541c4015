#pragma once

#include <vector>

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// What pro-greedy and osu share: S0 is a sequence of buckets, each a fresh greedy from the empty
/// set on V \ S0; then greedy of k - |S0| items on V \ S0. They differ in the sizes of the buckets
/// only. Cost: that of one greedy run of each size.
class HOLDFAST_EXPORT BucketedGuard : public Algorithm {
 public:
  std::int64_t guard_size(const Problem& problem) const override;

 private:
  /// A run of equal buckets.
  struct Buckets {
    std::int64_t count;
    std::int64_t size;
  };
  friend class ProGreedy;
  friend class Osu;

  virtual std::vector<Buckets> buckets(const Problem& problem) const = 0;
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

}  // namespace holdfast
