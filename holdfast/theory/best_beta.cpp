#include "holdfast/theory/best_beta.hpp"

namespace holdfast {

std::optional<BestBeta> best_beta(Item k, Item tau, const KnownRatios& ratios,
                                  std::optional<Statement> only) {
  std::optional<BestBeta> best;
  for (Item size = 0; size <= (tau > 0 ? k : 0); ++size) {
    const double beta = tau > 0 ? static_cast<double>(size) / tau : 0.0;
    std::vector<Guarantee> all;
    if (only) {
      all.push_back(guarantee(*only, {k, tau, beta}, ratios));
    } else {
      all = guarantees({k, tau, beta}, ratios);
    }
    const Guarantee* found = best_of(all);
    if (found &&
        (!best || (found->proven != best->guarantee.proven ? found->proven
                                                           : found->value > best->guarantee.value)))
      best = BestBeta{beta, *found};
  }
  return best;
}

}  // namespace holdfast
