#pragma once

#include <Eigen/Core>

#include "holdfast/linalg/softmax_gain_bounds.hpp"

namespace holdfast::linalg {

/// The bounds of SoftmaxGainBounds for thin columns of a sparse design, in the time of their
/// entries: O(entries q m + q^2 m^2) per column.
///
/// With an intercept a column may as well be 0 where it has no entry. Elsewhere only the answers of
/// the old columns then change the probabilities. There phi(x) <= x^2 (3 - M) / (6 - 4 M) for
/// x >= -M, M < 1, and the sum of the squares follows from the quadratic form of the answers and
/// what they are in the rows of the entries. Where an entry would make a probability negative, that
/// is kept at a tenth of what it was, and the old columns answer once more. So a bound is a little
/// looser than one that looks at all rows.
class SparseGainBounds {
 public:
  /// As for SoftmaxGainBounds. Copies the old columns and the probabilities by rows.
  SparseGainBounds(const SoftmaxData& data, const SoftmaxColumns& columns,
                   const SoftmaxPoint& point, const Eigen::MatrixXd& inverse);

  bool can_screen(Index feature) const;

  /// Fills step (scaled), image, estimate and bound from feature, slope and step. Thread-safe.
  void screen(std::span<ScreenedColumn* const> candidates) const;

 private:
  class Batch;
  using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  const SoftmaxData& data_;
  const SoftmaxColumns& columns_;
  const Eigen::MatrixXd& inverse_;
  ByRows old_;               ///< rows x q
  ByRows probabilities_;     ///< rows x (m + 1), that of the reference class last
  Eigen::VectorXd largest_;  ///< |x| in each old column
};

}  // namespace holdfast::linalg
