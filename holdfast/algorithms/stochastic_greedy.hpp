#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// Greedy that evaluates, in each step, only a uniform sample of ceil((|V|/k) ln(1/epsilon)) items,
/// capped at what is left (Mirzasoleiman et al. 2015).
class HOLDFAST_EXPORT StochasticGreedy : public Algorithm {
 public:
  explicit StochasticGreedy(double epsilon = 0.1);

  std::string name() const override { return "stochastic-greedy"; }
  bool is_prefix_closed() const override { return false; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;

  double epsilon_;
};

}  // namespace holdfast
