#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "holdfast/linalg/candidate_rows.hpp"

namespace holdfast::linalg {

/// What CandidateRows would be after the removal of a few basis members, for many such removals.
/// With W = A_SS^-1 A_(S,:), the coefficients of every item on S, and P = A_SS^-1, removing D
///   raises the remaining diagonal of an item v by W_Dv' P_DD^-1 W_Dv,
///   and the product of v with an attached residual by W_Dv' P_DD^-1 W_D,attached.
/// O(|S|^2 w) to make, O(|D| w) for each removal; nothing moves.
class SurvivorRows {
 public:
  explicit SurvivorRows(const CandidateRows& rows);

  /// Whether no member is so close to the span of the others that digits would be lost.
  bool is_sound() const { return sound_; }

  /// `positions` are places in the basis. Raises the remaining diagonals and the residuals'
  /// products of all items; returns what the sum of squared projections of the first attached
  /// column falls by.
  double without(std::span<const std::size_t> positions, Eigen::VectorXd& remaining,
                 Eigen::VectorXd& products) const;

 private:
  Eigen::Index items_;
  Eigen::Index first_attached_;
  Eigen::MatrixXd coefficients_;  ///< a column for each basis member: items, then attached
  Eigen::MatrixXd inverse_;
  bool sound_ = true;
};

}  // namespace holdfast::linalg
