#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace holdfast {

/// The open nodes of a branch and bound, the most promising first: the one with the least lower
/// bound, and the earlier of equals.
template <class Node>
class BestFirst {
 public:
  void push(double bound, Node node) { nodes_.emplace(Key{bound, ++pushed_}, std::move(node)); }

  /// Branches until the most promising node is pruned, or until `most_nodes` have been branched on.
  /// Returns whether the search is complete; if not, bound() is a lower bound for all open nodes.
  ///   bool pruned(double bound);  void branch(Node& node, double bound), which may push.
  template <class Pruned, class Branch>
  bool run(std::int64_t most_nodes, const Pruned& pruned, const Branch& branch) {
    for (std::int64_t branched = 0; !nodes_.empty() && !pruned(bound()); ++branched) {
      if (branched >= most_nodes) return false;
      auto first = nodes_.extract(nodes_.begin());
      branch(first.mapped(), first.key().first);
    }
    return true;
  }
  double bound() const { return nodes_.begin()->first.first; }

  /// Calls visit(node, bound) for the most promising ones, `count` at most.
  template <class Visit>
  void look_ahead(std::size_t count, const Visit& visit) {
    for (auto& [key, node] : nodes_) {
      if (count-- == 0) return;
      visit(node, key.first);
    }
  }

 private:
  using Key = std::pair<double, std::int64_t>;

  std::map<Key, Node> nodes_;
  std::int64_t pushed_ = 0;
};

}  // namespace holdfast
