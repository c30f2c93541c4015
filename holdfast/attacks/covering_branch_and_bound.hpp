#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "holdfast/attacks/covering_bound.hpp"
#include "holdfast/attacks/covering_rows.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

/// Branch and bound for the tau members whose deletion costs a covering objective most, depth
/// first. A node has decided the fates of some members. CoveringBound bounds what the others can
/// lose, and its charges decide further fates: a member is deleted where sparing it, or kept where
/// deleting it, could not beat the best deletion known. What is left is nearly always decided by
/// few branchings, on a member whose charge is closest to the border between the two.
class CoveringBranchAndBound {
 public:
  /// `tau` members are deleted, fewer than there are. `scale` is f(S); losses closer than the tie
  /// width of TieRule count as equal.
  CoveringBranchAndBound(const CoveringRows& rows, std::size_t tau, double scale, const Run& run);

  /// Begins with a known deletion of tau members: known[m] tells whether m is deleted.
  void know(std::vector<char> deleted);
  /// Stops after `most_nodes` nodes.
  void run(std::int64_t most_nodes);

  const std::vector<char>& worst() const { return worst_; }
  double loss() const { return worst_loss_; }
  /// No deletion loses more; equal to loss() if the search is complete.
  double most_lost() const { return std::max(worst_loss_, unresolved_); }
  bool complete() const { return !(unresolved_ > worst_loss_); }
  std::int64_t nodes() const { return nodes_; }

 private:
  void explore(double bound);
  /// The bound of the present fates, after passes until it beats the best deletion known or stops
  /// falling.
  double relax(double bound);
  /// Decides fates by the charges; returns whether any was decided.
  bool decide();
  /// Tries the deletion of the members with the largest charges.
  void round();
  std::size_t branching_member() const;
  void set(std::size_t member, Fate fate);
  void undo_to(std::size_t decided);
  bool is_pruned(double bound) const { return bound <= worst_loss_ + tie_; }
  /// The open members, the largest charge first.
  void rank();

  const CoveringRows& rows_;
  const Run& run_;
  CoveringBound relaxation_;
  double tie_;
  std::vector<Fate> fates_;
  std::vector<std::size_t> decided_;  ///< members, in the order of their decision
  std::size_t more_;                  ///< deletions still to be made
  std::vector<double> stakes_;        ///< of each member: the sum of all drops it may bear
  std::vector<std::size_t> ranked_;
  std::vector<char> worst_;
  double worst_loss_ = -1.0;
  double unresolved_ = -1.0;
  std::int64_t nodes_ = 0;
  std::int64_t most_nodes_ = 0;
};

}  // namespace holdfast
