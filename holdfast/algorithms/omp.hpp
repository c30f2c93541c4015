#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// Orthogonal matching pursuit: adds the item with the largest gradient of l at the current
/// optimum, then refits. Only for objectives that have a gradient.
class HOLDFAST_EXPORT Omp : public Algorithm {
 public:
  std::string name() const override { return "omp"; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

}  // namespace holdfast
