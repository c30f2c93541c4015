#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// Branch and bound for the worst deletion of tau members of any monotone f, the most promising
/// node first. A node has deleted D and keeps K for certain; r = tau - |D| deletions among the free
/// members F are open. Two bounds on what they leave:
///   parts: of r+1 disjoint parts of F they miss one, so at least min_i f(K + P_i) is left;
///   submodular f: at least f(S \ D) - the r largest gains over K among F.
/// With one deletion open the losses decide. O(r) set values a node.
class BranchAndBound {
 public:
  BranchAndBound(const Objective& objective, const State& state, Item tau, Strike known,
                 std::int64_t most_nodes);

  Proof run();

 private:
  struct Node {
    double bound = 0.0;
    std::int64_t number = 0;  ///< the earlier of equal bounds first
    Items deleted;
    Items kept;
  };
  struct Later {
    bool operator()(const Node& a, const Node& b) const {
      return a.bound != b.bound ? a.bound > b.bound : a.number > b.number;
    }
  };

  void open(Items deleted, Items kept, double parent_bound);
  void branch(const Node& node);
  void offer(Items deleted, double value);
  double bound_by_parts(const Items& kept, const Items& free, std::size_t open) const;
  double bound_by_gains(const Items& kept, const Items& free, std::size_t open, double value) const;
  bool hopeless(double bound) const;

  const Objective& objective_;
  const State& state_;
  std::size_t tau_;
  Strike worst_;
  std::int64_t most_nodes_;
  std::int64_t nodes_ = 0;
  std::int64_t opened_ = 0;
  double scale_;
  std::priority_queue<Node, std::vector<Node>, Later> queue_;
};

}  // namespace holdfast
