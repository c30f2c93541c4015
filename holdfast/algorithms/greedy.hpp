#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// Adds the item with the largest marginal gain, k times (Nemhauser, Wolsey and Fisher 1978). Lazy
/// where the objective is submodular. k calls of State::largest_gains.
class HOLDFAST_EXPORT Greedy : public Algorithm {
 public:
  std::string name() const override { return "greedy"; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

}  // namespace holdfast
