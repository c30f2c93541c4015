#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "holdfast/core/run.hpp"

namespace holdfast {

/// Uses places in the set instead of items, and losses instead of values: f(S) - loss is left.
struct LargestLoss {
  std::vector<Eigen::Index> deleted;
  double loss = 0.0;  ///< of `deleted`
  double most = 0.0;  ///< proven: no deletion of this size loses more
  bool complete = false;
};

/// The largest loss of tau deletions, loss(E) = tr(W_E' (P_EE)^-1 W_E), P positive definite: a
/// best-subset problem, solved by branch and bound, the largest bound first. Starts from the loss
/// of `known`.
///
/// Bound of a node: for a diagonal D > 0 with Q = P - D positive semidefinite and any V,
///   loss(E) <= tr(V'QV) + the sum of the tau largest |(W - QV)_e|^2 / D_e,
/// because u'Pu >= 2 v'Qu - v'Qv + u'Du. V is optimized in every node (alternating with the shares
/// s of the perspective relaxation), D once, at the root. D stays valid when an item is deleted
/// (Schur complement) and when one is kept (its row is dropped).
///
/// O(k^3 + k^2 r) per iteration in a node, for k members and r columns of W. At most `most_nodes`
/// nodes.
LargestLoss search_largest_loss(const Eigen::MatrixXd& p, const Eigen::MatrixXd& w,
                                Eigen::Index tau, const std::vector<Eigen::Index>& known,
                                std::int64_t most_nodes, const Run& run);

}  // namespace holdfast
