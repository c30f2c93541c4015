#pragma once

#include <vector>

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// The common part of pro-greedy and osu: S0 is a sequence of buckets, each a fresh greedy run from
/// the empty set on V \ S0; then S1 is greedy with k - |S0| items on V \ S0. The two differ only in
/// the sizes of the buckets. Costs one greedy run of the size of each bucket, and one for S1.
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
