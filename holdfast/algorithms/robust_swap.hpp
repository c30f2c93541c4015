#pragma once

#include <chrono>
#include <optional>

#include "holdfast/algorithms/guard_path_algorithm.hpp"

namespace holdfast {

namespace guard_path {
struct Best;
}

/// Iterated local search on the worst case itself, started from beta-path's best set and, where it
/// fits into k, pro-greedy's; see docs/robust-search.md. Never worse than beta-path under `strong`.
/// Deterministic for a given seed, with any number of threads, unless limited by seconds. A stop
/// request ends the search, not the job: the best set so far is returned.
class HOLDFAST_EXPORT RobustSwap : public GuardPathAlgorithm {
 public:
  struct Options {
    /// How many attacks choosing may take, those of the start included. It ends earlier if 500
    /// restarts in a row bring no improvement. 0: as many as take about a second, or about as long
    /// as a greedy run if that is longer, by the cost that the objective states (gain_cost).
    std::int64_t budget = 0;
    /// How long choosing may take, from its start; 0: no limit.
    double seconds = 0.0;
    /// Nodes of the branch and bound that checks the best sets at the end, for linear regression;
    /// proportionally fewer where a node takes longer. 0: none.
    std::int64_t proof_nodes = 2'000;
    /// How many walks search side by side, on as many threads as there are. They share the budget
    /// and tell each other what they have found.
    std::int64_t walks = 1;
    /// Whether the path of starting sets is limited like the search, or walked to its end.
    bool limited_path = false;
  };

  static constexpr std::int64_t most_walks = 1024;

  RobustSwap() : RobustSwap(Options{}) {}
  explicit RobustSwap(Options options);

  std::string name() const override { return "robust-swap"; }

 private:
  using Clock = std::chrono::steady_clock;

  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
  std::vector<Choice> do_sweep(const Objective& objective, std::span<const Item> ks, Item tau,
                               const Run& run) const override;
  /// Searches from the best set of the path.
  Choice search_from(guard_path::Best path, const Objective& objective, const Problem& problem,
                     const Run& run, std::optional<Clock::time_point> deadline) const;

  Options options_;
};

/// The recommended algorithm: robust-swap that also limits its start. It ends in about a second, or
/// within a few greedy runs where one takes longer than that.
class HOLDFAST_EXPORT Recommended : public RobustSwap {
 public:
  Recommended() : Recommended(Options{}) {}
  explicit Recommended(Options options) : RobustSwap(limited(options)) {}

  std::string name() const override { return "auto"; }

 private:
  static Options limited(Options options) {
    options.limited_path = true;
    return options;
  }
};

}  // namespace holdfast
