#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "holdfast/core/workers.hpp"

namespace holdfast::linalg {

/// The span of a set S in terms of all items. For a positive semidefinite matrix A over the items
/// (a Gram or kernel matrix plus a ridge on the diagonal), this holds the rows of T = L^-1 A_(S,:)
/// with L L' = A_SS, one row for each member of a basis of S, and the remaining diagonal A_vv -
/// sum_i T_iv^2: the squared distance of each item from the span. Further columns may be attached
/// (a response, say); they undergo the same row operations.
///
/// With w = items + attached: append O(|S| w), remove O(|S| w), memory O(|S| w).
class CandidateRows {
 public:
  /// An item whose remaining diagonal is at most the share `dependent` of its diagonal adds no
  /// direction.
  CandidateRows(std::span<const double> diagonal, std::size_t attached, double dependent);

  std::size_t rank() const { return basis_.size(); }
  const std::vector<int>& basis() const { return basis_; }
  bool in_basis(int item) const { return where_[static_cast<std::size_t>(item)] >= 0; }
  /// The place of a basis item.
  std::size_t position(int item) const {
    return static_cast<std::size_t>(where_[static_cast<std::size_t>(item)]);
  }
  /// Whether the item lies outside the span by more than the tolerance.
  bool adds_direction(int item) const { return remaining_[item] > tolerance_ * diagonal_[item]; }
  /// remaining / diagonal: 1 for an item orthogonal to the span, 0 for a zero item.
  double remaining_share(int item) const {
    return diagonal_[item] > 0.0 ? remaining_[item] / diagonal_[item] : 0.0;
  }
  double remaining(int item) const { return remaining_[item]; }
  const Eigen::VectorXd& remaining() const { return remaining_; }

  /// Row i: items first, then the attached columns.
  std::span<const double> row(std::size_t i) const { return {rows_.data() + i * width_, width_}; }
  std::span<const double> items_of(std::span<const double> row) const { return row.first(items_); }
  std::span<const double> attached_of(std::span<const double> row) const {
    return row.subspan(items_);
  }

  /// Adds an item that adds a direction to the basis. `column` is A_(:,item) off the diagonal,
  /// `attached` its attached entries. Returns the new row, valid until the next change.
  std::span<const double> append(int item, std::span<const double> column,
                                 std::span<const double> attached, Workers& workers);
  /// The same with a given row, which `append` has returned for the same items in the same order.
  std::span<const double> append_row(int item, std::span<const double> row);
  /// Removes a basis item by Givens rotations. Returns the row that leaves: the direction that only
  /// this item had.
  std::vector<double> remove(int item, Workers& workers);
  /// sum over rows of weights_i * row_i, items part only.
  Eigen::VectorXd combine_items(const Eigen::VectorXd& weights, Workers& workers) const;
  /// The number of removals since the basis was last empty. Callers rebuild before rounding errors
  /// add up.
  int removals() const { return removals_; }
  void clear();
  std::size_t bytes() const { return rows_.capacity() * sizeof(double); }

 private:
  struct Rotation {
    double cosine;
    double sine;
  };
  using Rows = Eigen::Map<const Eigen::MatrixXd>;  // each row of T is a column here

  std::size_t first_rows() const;
  double* make_room();
  std::span<const double> enter(int item, double pivot);
  void set_tolerance();
  std::vector<Rotation> rotations_without(std::size_t position) const;

  std::size_t items_;
  std::size_t width_;
  double dependent_;
  double tolerance_;  // dependent_, or the rounding error caused by close members if that is larger
  Eigen::VectorXd diagonal_;
  Eigen::VectorXd remaining_;
  std::vector<double> rows_;
  std::vector<int> basis_;
  std::vector<int> where_;
  int removals_ = 0;
};

}  // namespace holdfast::linalg
