#pragma once

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// A way to choose k items. Holds its options and nothing between runs, so one object may serve
/// many runs.
class HOLDFAST_EXPORT Algorithm {
 public:
  virtual ~Algorithm();
  Algorithm(const Algorithm&) = delete;
  Algorithm& operator=(const Algorithm&) = delete;

  virtual std::string name() const = 0;

  /// Chooses min(k, |V|) items, or as many as the constraints allow. Throws std::invalid_argument
  /// where the algorithm is not defined for the problem (its guard S0 does not fit into k, say),
  /// naming what would be valid, and where no set satisfies the constraints.
  Selection select(const Objective& objective, const Problem& problem, const Run& run) const;

  /// One Selection for each k, equal to what select would give. Where the choice for a small k is
  /// the beginning of the choice for a larger one, all of them together cost one run; other
  /// algorithms may share work too. A k for which the algorithm is not defined is an error, as in
  /// select: call feasible() first.
  std::vector<Selection> sweep(const Objective& objective, std::span<const Item> ks, Item tau,
                               const Run& run) const;

  /// The least number of items that the guard S0 takes: a smaller k is an error. 0 for algorithms
  /// without a guard.
  virtual std::int64_t guard_size(const Problem& problem) const;
  bool feasible(const Problem& problem) const;
  /// Whether the choice for k is the beginning of the choice for any larger k (same tau).
  virtual bool is_prefix_closed() const { return true; }

 protected:
  Algorithm() = default;

  /// What do_select returns. `evaluations` counts those of the States that it has discarded.
  struct Choice {
    std::vector<Chosen> steps;
    std::int64_t evaluations = 0;
    /// A State at some or all of the chosen items, if one is left over. It is completed, not
    /// rebuilt, for f(S) and for attacks.
    std::unique_ptr<State> state;
    std::string stopped = {};  ///< why it ended, if not because k items were chosen
    /// The worst deletion of the chosen items that it knows of, if it looked for one.
    std::optional<Deletion> worst = {};
  };

 private:
  /// Called with guard_size() <= problem.k <= |V|, and only if exactly k items can satisfy the
  /// constraints; greedy_steps::CandidatePool gives the candidates that keep it so.
  virtual Choice do_select(const Objective& objective, const Problem& problem,
                           const Run& run) const = 0;

  /// For an algorithm that is not prefix closed but shares work between several k: one Choice for
  /// each k. Default: none, and each k is selected by itself.
  virtual std::vector<Choice> do_sweep(const Objective& objective, std::span<const Item> ks,
                                       Item tau, const Run& run) const;

  void require_feasible(const Objective& objective, const Problem& problem) const;
  Selection describe(Choice choice, const Objective& objective, const Problem& problem,
                     const Run& run) const;
};

}  // namespace holdfast
