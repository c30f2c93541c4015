#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// Oblivious-greedy with every size of the guard from 0 (greedy) to k (oblivious); keeps the set
/// whose worst case under `strong` is best, the smallest guard on ties. So under that judge it is
/// never worse than greedy, oblivious, or oblivious-greedy with any beta. k greedy runs and
/// as many attacks by greedy-min; the judge sees the promising sets only.
class HOLDFAST_EXPORT BetaPath : public Algorithm {
 public:
  std::string name() const override { return "beta-path"; }
  bool is_prefix_closed() const override { return false; }

  /// How many steps it reports.
  static Item progress_steps(const Problem& problem);

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
  /// The path of the largest k holds all others: greedy is prefix closed.
  std::vector<Choice> do_sweep(const Objective& objective, std::span<const Item> ks, Item tau,
                               const Run& run) const override;
};

}  // namespace holdfast
