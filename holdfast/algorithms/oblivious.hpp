#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// The k items with the largest singleton values f({v}). One call of State::largest_gains.
class HOLDFAST_EXPORT Oblivious : public Algorithm {
 public:
  std::string name() const override { return "oblivious"; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

}  // namespace holdfast
