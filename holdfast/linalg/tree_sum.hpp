#pragma once

#include <array>
#include <bit>
#include <cstddef>

namespace holdfast::linalg {

/// Rows that are summed one after the other, by everything that may be spread over machines.
inline constexpr std::size_t rows_per_block = 1024;

/// The sum of one number for each block of rows, in the shape of a binary tree over the block
/// numbers: blocks 2i and 2i+1 first, then pairs of those. So the sum over any 2^m aligned blocks
/// is a node of the tree, wherever it was computed, and the bits do not depend on how rows are
/// spread. Blocks come in ascending order; one that is left out counts as 0.
class TreeSum {
 public:
  void add(std::size_t block, double sum) {
    while (depth_ > 1 && meeting_level(depth_ - 2) < level(nodes_[depth_ - 1].block, block))
      merge();
    nodes_[depth_++] = {block, sum};
  }

  double total() {
    while (depth_ > 1) merge();
    return depth_ == 0 ? 0.0 : nodes_[0].sum;
  }

 private:
  struct Node {
    std::size_t block;
    double sum;
  };

  /// How far above the leaves two blocks meet.
  static int level(std::size_t a, std::size_t b) { return static_cast<int>(std::bit_width(a ^ b)); }
  int meeting_level(std::size_t at) const { return level(nodes_[at].block, nodes_[at + 1].block); }
  void merge() {
    --depth_;
    nodes_[depth_ - 1] = {nodes_[depth_].block, nodes_[depth_ - 1].sum + nodes_[depth_].sum};
  }

  // Levels fall from one node to the next, so there is at most one node for each bit, and the
  // newest.
  std::array<Node, 66> nodes_;
  std::size_t depth_ = 0;
};

}  // namespace holdfast::linalg
