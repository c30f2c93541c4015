#pragma once

#include "holdfast/core/matrix.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/linalg/candidate_rows.hpp"
#include "holdfast/linalg/gram_columns.hpp"

namespace holdfast {

/// k(M, v), the covariances of the targets with each item v, and their products with each other.
struct TargetCovariances {
  /// A column of `targets_by_items` is an item.
  explicit TargetCovariances(const Matrix& targets_by_items);

  std::size_t targets() const { return columns->rows(); }
  /// Whether rows carry products. With few targets it takes less to multiply again at each step.
  bool carries_products() const { return targets() >= 128; }
  /// How many numbers an item brings along to the rows: its covariances with the targets, and
  /// perhaps the products of those with the covariances of every item.
  std::size_t attached() const { return targets() + (carries_products() ? columns->count() : 0); }

  std::unique_ptr<linalg::Columns> columns;
  linalg::GramColumns products;
  std::vector<double> squares;  ///< ||k(M, v)||^2
};

/// What the gains of variance reduction are computed from, beside CandidateRows that move. The
/// attached part of a row t begins with a u that says how much of each target that direction
/// explains. Then a_v = k(M, v) - sum_i t_iv u_i, of which only the squared length is kept. How it
/// changes follows from k(M, v)'u for every v, which is what has become of the attached products.
/// So the covariances of all items with the targets are not needed once their products are known.
/// If there are few targets, k(M, v)'u is computed at each step instead.
class VarianceGains {
 public:
  /// `covariances` must outlive this.
  explicit VarianceGains(const TargetCovariances& covariances)
      : covariances_(&covariances), squared_lengths_(covariances.squares) {}

  /// The weights by which the rows are to be combined when this one enters: how much its u has in
  /// common with each, itself included.
  Eigen::VectorXd overlaps(const linalg::CandidateRows& rows, std::span<const double> attached,
                           std::size_t count) const {
    return rows.attached_products(attached.first(covariances_->targets()), count);
  }
  /// `combined` is that combination of the rows, if it is known.
  void row_entered(const linalg::CandidateRows& rows, std::span<const double> row, Workers& workers,
                   const Eigen::VectorXd* combined = nullptr);
  void row_left(const linalg::CandidateRows& rows, std::span<const double> row, Workers& workers);
  /// The sum of ||u_i||^2: what the rows explain together.
  double value() const;
  void gains(const linalg::CandidateRows& rows, std::span<const Item> candidates,
             std::span<double> out) const;

  static double squared_length(std::span<const double> numbers);

 private:
  /// u of a row.
  std::span<const double> explained_by(const linalg::CandidateRows& rows,
                                       std::span<const double> row) const {
    return rows.attached_of(row).first(covariances_->targets());
  }
  Eigen::VectorXd combination(const linalg::CandidateRows& rows, std::span<const double> row,
                              Workers& workers) const {
    return rows.combine_items(overlaps(rows, rows.attached_of(row), rows.rank()), workers);
  }
  void change_lengths(const linalg::CandidateRows& rows, std::span<const double> row, double square,
                      double sign, const Eigen::VectorXd& combined, Workers& workers);

  const TargetCovariances* covariances_;
  std::vector<double> squared_lengths_;  // ||a_v||^2
  std::vector<double> explained_;        // ||u_i||^2 of each row
};

/// tr(B_S' A_SS^-1 B_S) from scratch.
double variance_explained(const TraceOracle& oracle, std::span<const Item> set);

}  // namespace holdfast
