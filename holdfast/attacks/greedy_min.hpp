#pragma once

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// Deletes the member whose deletion lowers f most, again and again. Proven for tau = 1.
class HOLDFAST_EXPORT GreedyMin : public Adversary {
 public:
  std::string name() const override { return "greedy-min"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;
};

}  // namespace holdfast
