#include "holdfast/algorithms/osu.hpp"

#include <cmath>

#include "holdfast/core/require.hpp"

namespace holdfast {

Osu::Osu(int bucket_size) : bucket_size_(bucket_size) {
  require(bucket_size >= 0, "bucket-size must be 1 or more, or 0 for ceil(tau log2 k), got {}",
          bucket_size);
}

std::vector<BucketedGuard::Buckets> Osu::buckets(const Problem& problem) const {
  if (problem.tau == 0) return {};
  constexpr double rounding = 1e-9;
  const double verbatim =
      problem.k < 2 ? 0.0 : std::ceil(problem.tau * std::log2(problem.k) - rounding);
  return {{problem.tau, bucket_size_ > 0 ? bucket_size_ : static_cast<std::int64_t>(verbatim)}};
}

}  // namespace holdfast
