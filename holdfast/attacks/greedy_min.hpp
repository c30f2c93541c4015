#pragma once

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// Deletes, tau times, the member whose deletion lowers f most. Proven for tau = 1.
class HOLDFAST_EXPORT GreedyMin : public Adversary {
 public:
  std::string name() const override { return "greedy-min"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;
};

}  // namespace holdfast
