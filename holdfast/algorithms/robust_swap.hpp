#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// Iterated local search on the worst case itself, started from beta-path's best set and, where it
/// fits into k, pro-greedy's; see docs/robust-search.md. Never worse than beta-path under `strong`.
/// Deterministic for a given seed, with any number of threads, unless limited by seconds. A stop
/// request ends the search, not the job: the best set so far is returned.
class HOLDFAST_EXPORT RobustSwap : public Algorithm {
 public:
  struct Options {
    /// How many attacks the search may make; it ends earlier if 500 restarts in a row bring no
    /// improvement. 0: 1,000,000 where an attack takes microseconds (linear, variance-reduction),
    /// 2,000 elsewhere.
    std::int64_t budget = 0;
    /// The time limit; 0: none.
    double seconds = 0.0;
    /// Nodes of the branch and bound that checks the best sets at the end; 0: none.
    std::int64_t proof_nodes = 2'000;
  };

  RobustSwap() : RobustSwap(Options{}) {}
  explicit RobustSwap(Options options);

  std::string name() const override { return "robust-swap"; }
  bool is_prefix_closed() const override { return false; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
  std::vector<Choice> do_sweep(const Objective& objective, std::span<const Item> ks, Item tau,
                               const Run& run) const override;
  /// Searches from the best set of the beta-path.
  Choice search_from(const Selection& path, const Objective& objective, const Problem& problem,
                     const Run& run) const;

  Options options_;
};

/// The recommended algorithm: currently robust-swap.
class HOLDFAST_EXPORT Recommended : public RobustSwap {
 public:
  using RobustSwap::RobustSwap;

  std::string name() const override { return "auto"; }
};

}  // namespace holdfast
