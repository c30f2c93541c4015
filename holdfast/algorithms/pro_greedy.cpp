#include "holdfast/algorithms/pro_greedy.hpp"

#include "holdfast/core/require.hpp"

namespace holdfast {

ProGreedy::ProGreedy(int eta) : eta_(eta) {
  require(eta >= 1, "eta must be 1 or more, got {}", eta);
}

std::vector<BucketedGuard::Buckets> ProGreedy::buckets(const Problem& problem) const {
  std::vector<Buckets> sizes;
  const std::int64_t tau = problem.tau;
  if (tau == 0) return sizes;
  for (std::int64_t power = 1;; power *= 2) {
    sizes.push_back({(tau + power - 1) / power, power * eta_});
    if (power >= tau) return sizes;
  }
}

}  // namespace holdfast
