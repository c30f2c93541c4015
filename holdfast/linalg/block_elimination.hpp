#pragma once

#include <Eigen/Core>
#include <vector>

namespace holdfast::linalg {

/// Symmetric elimination of blocks of indices from a pair (K, W), K positive definite. Eliminating
/// block e:
///   K <- K - K_:e K_ee^-1 K_e:,   W <- W - K_:e K_ee^-1 W_e,   worth tr(W_e' K_ee^-1 W_e).
/// With K = A_SS^-1 and W = K B_S it deletes members of S (the worth is the loss); with K = A_SS
/// and W = B_S it adds them (the worth is the gain). O(n (n + r) b) per step for n indices, r
/// columns of W and blocks of b. For blocks of one index, see Elimination.
class BlockElimination {
 public:
  using Index = Eigen::Index;

  /// Block i has the indices offsets[i] to offsets[i+1] - 1.
  void begin(const Eigen::MatrixXd& k, const Eigen::MatrixXd& w, std::vector<Index> offsets);

  Index blocks() const { return static_cast<Index>(gone_.size()); }
  bool is_gone(Index block) const { return gone_[static_cast<std::size_t>(block)] != 0; }
  /// The total worth of the steps so far.
  double total() const { return total_; }
  /// What eliminating this block, or these two together, would be worth.
  double worth(Index block) const;
  double worth(Index first, Index second) const;

  void eliminate(Index block);
  /// Adds a block to S as the last one, where K = A_SS^-1: v = K A_(S,new), and `rest` and `open`
  /// are A_(new,new) and B_new less what S explains of them. Its gain is subtracted from the total.
  void join(const Eigen::MatrixXd& v, const Eigen::MatrixXd& rest, const Eigen::MatrixXd& open);

 private:
  Index at(Index block) const { return offsets_[static_cast<std::size_t>(block)]; }
  Index size(Index block) const { return at(block + 1) - at(block); }

  Eigen::MatrixXd k_, w_;
  std::vector<Index> offsets_;
  std::vector<char> gone_;
  double total_ = 0.0;
};

}  // namespace holdfast::linalg
