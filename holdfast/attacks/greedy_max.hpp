#pragma once

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// Adds to E, tau times, the member of S that raises f(E) most: it deletes what is worth most by
/// itself.
class HOLDFAST_EXPORT GreedyMax : public Adversary {
 public:
  std::string name() const override { return "greedy-max"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;
};

}  // namespace holdfast
