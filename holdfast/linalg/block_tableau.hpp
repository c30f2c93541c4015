#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace holdfast::linalg {

using Index = Eigen::Index;

/// The maximum of a concave quadratic form b'w - w'Hw / 2 over weights in blocks, some of which are
/// kept and the others zero. The set of kept blocks changes one block at a time.
///
/// The matrix is H with the kept blocks swept (Goodnight 1979): -(H_TT)^-1 of the kept, the Schur
/// complement of the others, H_TT^-1 H_TF between them; the vector holds the weights of the kept
/// and the slopes of the others. What adding, removing or exchanging blocks would change can be
/// read from their own entries. With n blocks of size m: O((nm)^2 m) to add or remove a block,
/// O(n^2 m^3) to compare all exchanges. Blocks may differ in size.
class BlockTableau {
 public:
  /// All blocks are zero at first. `curvature` is symmetric and positive definite.
  BlockTableau(Eigen::MatrixXd curvature, Eigen::VectorXd slopes, std::span<const Index> sizes);

  Index blocks() const { return static_cast<Index>(kept_.size()); }
  bool is_kept(Index block) const { return kept_[static_cast<std::size_t>(block)] != 0; }
  /// The maximum over the weights of the kept blocks.
  double value() const { return value_; }

  /// Toggles blocks between kept and zero. They must all be kept, or all be zero.
  void move(std::span<const Index> blocks);
  void move_one(Index block) { move(std::span(&block, 1)); }

  /// What keeping this block, which is zero, would add.
  double gain(Index block) const;

  /// What giving up this block, which is kept, would lose.
  double loss(Index block) const;

  struct Exchange {
    Index joining = 0;
    Index leaving = 0;
    double change = 0.0;  ///< of value()
  };
  /// All exchanges of a kept block, from block `first` on, for a zero block. Those that rounding
  /// spoils are left out.
  void for_each_exchange(Index first, const std::function<void(const Exchange&)>& visit) const;
  /// The `count` of them that lower the value most or raise it least, best first.
  std::vector<Exchange> best_exchanges(Index first, std::size_t count) const;

  /// The best weights of all blocks once this one, which is kept, is zero like those that are not
  /// kept. O(n m^2), without moving it.
  Eigen::VectorXd weights_without(Index block) const;
  /// The best weights of these kept blocks, one block after the other.
  Eigen::VectorXd weights(std::span<const Index> blocks) const;
  /// (H_TT)^-1 for these blocks, which must be all the kept ones.
  Eigen::MatrixXd inverse(std::span<const Index> blocks) const;

 private:
  Index begin(Index block) const { return offsets_[static_cast<std::size_t>(block)]; }
  Index size(Index block) const { return begin(block + 1) - begin(block); }
  std::vector<Index> rows_of(std::span<const Index> blocks) const;

  Eigen::MatrixXd swept_;
  Eigen::VectorXd right_;
  std::vector<Index> offsets_{0};  // where each block begins, and where the last one ends
  std::vector<char> kept_;
  double value_ = 0.0;
};

}  // namespace holdfast::linalg
