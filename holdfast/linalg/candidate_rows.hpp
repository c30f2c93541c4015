#pragma once

#include <Eigen/Dense>
#include <functional>
#include <span>
#include <vector>

#include "holdfast/core/workers.hpp"
#include "holdfast/linalg/inner_products.hpp"

namespace holdfast::linalg {

/// The span of a set S in terms of all items. For a positive semidefinite matrix A over the items
/// (a Gram or kernel matrix plus a ridge on the diagonal), this holds the rows of T = L^-1 A_(S,:)
/// with L L' = A_SS, one row for each member of a basis of S, and the remaining diagonal A_vv -
/// sum_i T_iv^2: the squared distance of each item from the span. Further columns may be attached
/// (a response, say); they undergo the same row operations.
///
/// Every item goes through the same arithmetic by itself, so its bits do not depend on which others
/// are here: machines that hold some of the items each get the bits of one that holds all.
///
/// With w = items + attached: append O(|S| w), remove O(|S| w), memory O(|S| w).
class CandidateRows {
 public:
  struct Rotation {
    double cosine;
    double sine;
    /// Turns the entries of an item in two neighbouring rows.
    void turn(double& upper, double& lower) const {
      const double above = upper;
      upper = plus_product(sine * lower, cosine, above);
      lower = plus_product(-sine * above, cosine, lower);
    }
  };
  /// A basis member, as those see it who may not have its column: its entries in the earlier rows,
  /// its entry in its own, and the tolerance with it.
  struct Entry {
    std::vector<double> coordinates;
    double pivot;
    double tolerance;
  };

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

  /// Row i: items first, then the attached columns. Both begin at a cache line.
  std::span<const double> row(std::size_t i) const { return {rows_.data() + i * width_, width_}; }
  std::span<const double> items_of(std::span<const double> row) const { return row.first(items_); }
  std::size_t first_attached() const { return first_attached_; }
  std::span<const double> attached_of(std::span<const double> row) const {
    return row.subspan(first_attached_, attached_);
  }

  /// A combination of the rows whose weights depend on the newest: what combine_items(weights) then
  /// gives, without another pass over the rows.
  struct Combination {
    /// The weights of all rows, from the attached part of the newest.
    std::function<Eigen::VectorXd(std::span<const double> attached)> weigh;
    Eigen::VectorXd weights;
    Eigen::VectorXd sum;
  };

  /// Adds an item that adds a direction to the basis. `column` is A_(:,item) off the diagonal,
  /// `attached` its attached entries. Returns the new row, valid until the next change. Fills the
  /// sum of a combination.
  std::span<const double> append(int item, std::span<const double> column,
                                 std::span<const double> attached, Workers& workers,
                                 Combination* combination = nullptr);
  /// The same with a given row, which `append` has returned for the same items in the same order.
  std::span<const double> append_row(int item, std::span<const double> row);
  /// The same for a member that may be elsewhere: `item` is then `elsewhere`.
  std::span<const double> append_entry(int item, const Entry& entry, std::span<const double> column,
                                       std::span<const double> attached, Workers& workers);
  static constexpr int elsewhere = -1;
  /// Removes a basis item by Givens rotations. Returns the row that leaves: the direction that only
  /// this item had.
  std::vector<double> remove(int item, Workers& workers);
  /// The same at a position of the basis, with rotations and a tolerance found elsewhere.
  std::vector<double> remove_at(std::size_t position, std::span<const Rotation> rotations,
                                double tolerance, Workers& workers);
  /// The inner products of these numbers with the first of the attached ones of each row, for the
  /// first `count` rows.
  Eigen::VectorXd attached_products(std::span<const double> numbers, std::size_t count) const;
  /// sum over rows of weights_i * row_i, items part only.
  Eigen::VectorXd combine_items(const Eigen::VectorXd& weights, Workers& workers) const;
  /// The number of removals since the basis was last empty. Callers rebuild before rounding errors
  /// add up.
  int removals() const { return removals_; }
  void clear();
  std::size_t bytes() const { return rows_.capacity() * sizeof(double); }

 private:
  std::size_t first_rows() const;
  double* make_room();
  void write_row(std::span<const double> coordinates, double pivot, std::span<const double> column,
                 std::span<const double> attached, Workers& workers, Combination* combination);
  std::span<const double> enter(int item, double pivot);
  void set_tolerance();

  std::size_t items_;
  std::size_t attached_;
  std::size_t first_attached_;
  std::size_t width_;
  double dependent_;
  double tolerance_;  // dependent_, or the rounding error caused by close members if that is larger
  Eigen::VectorXd diagonal_;
  Eigen::VectorXd remaining_;
  std::vector<double, Eigen::aligned_allocator<double>> rows_;
  std::vector<int> basis_;
  std::vector<int> where_;
  int removals_ = 0;
};

/// The rotations that take a member out of `count` rows, where `entry(i, j)` is what row i has in
/// the column of basis member j. T restricted to the basis is upper triangular. Without one of its
/// columns it is upper Hessenberg from there on; each rotation of two neighbouring rows clears one
/// entry below the diagonal.
template <class Entry>
std::vector<CandidateRows::Rotation> rotations_without(std::size_t position, std::size_t count,
                                                       const Entry& entry) {
  const auto size = static_cast<Eigen::Index>(count - position);
  Eigen::MatrixXd corner(size, size - 1);
  for (std::size_t j = position + 1; j < count; ++j) {
    for (std::size_t i = position; i < count; ++i)
      corner(static_cast<Eigen::Index>(i - position), static_cast<Eigen::Index>(j - position - 1)) =
          entry(i, j);
  }
  std::vector<CandidateRows::Rotation> rotations;
  for (Eigen::Index i = 0; i < corner.cols(); ++i) {
    const double length = std::hypot(corner(i, i), corner(i + 1, i));
    const CandidateRows::Rotation rotation{corner(i, i) / length, corner(i + 1, i) / length};
    for (Eigen::Index j = i; j < corner.cols(); ++j) rotation.turn(corner(i, j), corner(i + 1, j));
    rotations.push_back(rotation);
  }
  return rotations;
}

/// A member close to the span of the earlier ones divides by its small distance, its pivot, which
/// magnifies the rounding errors in the remaining diagonals by as much: the smallest tolerance that
/// it allows, given the one without it.
double tolerance_with(double tolerance, double diagonal, double pivot);

}  // namespace holdfast::linalg
