#pragma once

#include <cstdint>
#include <queue>
#include <utility>

namespace holdfast {

/// The open nodes of a branch and bound, the most promising first: the one with the least lower
/// bound, and the earlier of equals.
template <class Node>
class BestFirst {
 public:
  void push(double bound, Node node) { queue_.push({bound, ++pushed_, std::move(node)}); }

  /// Branches until the most promising node is pruned, or until `most_nodes` have been branched on.
  /// Returns whether the search is complete; if not, bound() is a lower bound for all open nodes.
  ///   bool pruned(double bound);  void branch(const Node& node, double bound), which may push.
  template <class Pruned, class Branch>
  bool run(std::int64_t most_nodes, const Pruned& pruned, const Branch& branch) {
    for (std::int64_t branched = 0; !queue_.empty() && !pruned(bound()); ++branched) {
      if (branched >= most_nodes) return false;
      const Entry entry = queue_.top();
      queue_.pop();
      branch(entry.node, entry.bound);
    }
    return true;
  }
  double bound() const { return queue_.top().bound; }

 private:
  struct Entry {
    double bound = 0.0;
    std::int64_t number = 0;
    Node node;
    bool operator<(const Entry& other) const {
      return bound != other.bound ? bound > other.bound : number > other.number;
    }
  };

  std::priority_queue<Entry> queue_;
  std::int64_t pushed_ = 0;
};

}  // namespace holdfast
