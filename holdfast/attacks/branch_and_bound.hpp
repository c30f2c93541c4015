#pragma once

#include <cstdint>

#include "holdfast/attacks/best_first.hpp"
#include "holdfast/core/deletion.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// Branch and bound for the worst deletion from the set of a State, for any monotone f. A node has
/// deleted D and will keep K; r = tau - |D| deletions among the free members F are open. Two bounds
/// on what they leave:
///   parts: of r+1 disjoint parts of F they miss one, so at least min_i f(K + P_i) is left;
///   submodular f: at least f(S \ D) - the r largest gains over K among F.
/// With one deletion open, the losses give the answer. O(r) set values per node.
class BranchAndBound {
 public:
  /// `known` is a deletion of tau items.
  BranchAndBound(const State& state, const Deletion& known, std::int64_t most_nodes);

  /// The worst deletion found, with `proven` and `at_least`.
  Deletion run();

 private:
  struct Node {
    Items deleted;
    Items kept;
  };

  void open(Node node, double parent_bound);
  void branch(const Node& node, double bound);
  void offer(Items deleted, double value);
  double bound_by_parts(const Items& kept, const Items& free, std::size_t open) const;
  double bound_by_gains(const Items& kept, const Items& free, std::size_t open, double value) const;
  bool is_pruned(double bound) const;

  const Objective& objective_;
  const State& state_;
  std::size_t tau_;
  Deletion worst_;
  std::int64_t most_nodes_;
  double scale_;
  BestFirst<Node> nodes_;
};

}  // namespace holdfast
