#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "holdfast/algorithms/guard_sets.hpp"
#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// An algorithm that starts from the path of oblivious-greedy.
class HOLDFAST_EXPORT GuardPathAlgorithm : public Algorithm {
 public:
  bool is_prefix_closed() const override { return false; }

  /// Sweeps from now on use these sets instead of making their own, where they are large enough.
  /// They must belong to the objective that is swept.
  void share(std::shared_ptr<GuardSets> sets) { shared_ = std::move(sets); }

 protected:
  std::shared_ptr<GuardSets> sets_for(std::span<const Item> ks) const {
    const Item k = *std::ranges::max_element(ks);
    return shared_ && shared_->k() >= k ? shared_ : std::make_shared<GuardSets>(k);
  }

 private:
  std::shared_ptr<GuardSets> shared_;
};

}  // namespace holdfast
