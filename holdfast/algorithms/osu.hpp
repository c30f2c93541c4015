#pragma once

#include "holdfast/algorithms/bucketed_guard.hpp"

namespace holdfast {

/// The algorithm of Orlin, Schulz and Udwani (2016): tau buckets of `bucket_size` items each. 0
/// means their ceil(tau log2 k), for which k is too small in the paper's experiments; those use
/// tau.
class HOLDFAST_EXPORT Osu : public BucketedGuard {
 public:
  explicit Osu(int bucket_size = 0);

  std::string name() const override { return "osu"; }
  /// With 0, the bucket size grows with k.
  bool is_prefix_closed() const override { return bucket_size_ > 0; }

 private:
  std::vector<Buckets> buckets(const Problem& problem) const override;

  int bucket_size_;
};

}  // namespace holdfast
