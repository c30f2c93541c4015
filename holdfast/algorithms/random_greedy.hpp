#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// In each step, draws uniformly from the min(k, left) items of largest gain (Buchbinder et al.
/// 2014).
class HOLDFAST_EXPORT RandomGreedy : public Algorithm {
 public:
  std::string name() const override { return "random-greedy"; }
  bool is_prefix_closed() const override { return false; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

}  // namespace holdfast
