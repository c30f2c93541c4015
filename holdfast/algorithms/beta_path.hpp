#pragma once

#include "holdfast/algorithms/guard_path_algorithm.hpp"

namespace holdfast {

/// Runs oblivious-greedy with every size of the guard from 0 (greedy) to k (oblivious) and keeps
/// the set whose worst case under `strong` is best, the smallest guard on ties. So under that judge
/// it is never worse than greedy, oblivious, or oblivious-greedy with any beta. Costs k greedy runs
/// and as many attacks by greedy-min; the judge attacks only the promising sets.
class HOLDFAST_EXPORT BetaPath : public GuardPathAlgorithm {
 public:
  std::string name() const override { return "beta-path"; }

  /// The number of progress steps that it reports.
  static Item progress_steps(const Problem& problem);

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
  /// The path of the largest k contains all others, because greedy is prefix closed.
  std::vector<Choice> do_sweep(const Objective& objective, std::span<const Item> ks, Item tau,
                               const Run& run) const override;
};

}  // namespace holdfast
