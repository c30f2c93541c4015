#pragma once

#include "holdfast/core/matrix.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/linalg/candidate_rows.hpp"
#include "holdfast/linalg/columns.hpp"

namespace holdfast {

/// k(M, v), the covariances of the targets with each item v.
struct TargetCovariances {
  /// A column of `targets_by_items` is an item.
  explicit TargetCovariances(const Matrix& targets_by_items);

  std::unique_ptr<linalg::Columns> columns;
  std::vector<double> squares;  ///< ||k(M, v)||^2
};

/// What the gains of variance reduction are computed from, beside CandidateRows that move. The
/// targets are attached to the rows: the attached part u of a row t says how much of each target
/// that direction explains. Then a_v = k(M, v) - sum_i t_iv u_i, of which only the squared length
/// is kept.
class VarianceGains {
 public:
  /// `covariances` must outlive this.
  explicit VarianceGains(const TargetCovariances& covariances)
      : covariances_(&covariances), squared_lengths_(covariances.squares) {}

  void row_entered(const linalg::CandidateRows& rows, std::span<const double> row,
                   Workers& workers);
  void row_left(const linalg::CandidateRows& rows, std::span<const double> row, Workers& workers);
  /// The sum of ||u_i||^2: what the rows explain together.
  double value() const;
  void gains(const linalg::CandidateRows& rows, std::span<const Item> candidates,
             std::span<double> out) const;

  static double squared_length(std::span<const double> numbers);

 private:
  Eigen::VectorXd agreement(const linalg::CandidateRows& rows, std::span<const double> explained,
                            Workers& workers) const;
  void change_lengths(const linalg::CandidateRows& rows, std::span<const double> row, double square,
                      double sign, Workers& workers);

  const TargetCovariances* covariances_;
  std::vector<double> squared_lengths_;  // ||a_v||^2
  std::vector<double> explained_;        // ||u_i||^2 of each row
};

/// tr(B_S' A_SS^-1 B_S) from scratch.
double variance_explained(const TraceOracle& oracle, std::span<const Item> set);

}  // namespace holdfast
