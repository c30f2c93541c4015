#pragma once

#include <Eigen/Dense>

#include "holdfast/core/trace_oracle.hpp"

namespace holdfast::linalg {

/// The span of a set S in terms of its members: P = (A_SS)^-1 and W = P B_S for a basis of S, so
/// that
///   f(S) = tr(B_S' A_SS^-1 B_S) and the loss of member e is ||W_e||^2 / P_ee.
/// With m responses, append and remove cost O(|S|^2 + |S| m), all losses O(|S| m). Members that add
/// no direction wait outside the basis and enter it when a removal makes room for them. P is
/// rebuilt from A_SS now and then, so that long walks do not drift.
class SetFactor {
 public:
  /// `dependent`: see CandidateRows.
  SetFactor(std::size_t responses, double dependent);

  void add(int item, const TraceOracle& oracle);
  void remove(int item, const TraceOracle& oracle);
  bool contains(int item) const;
  std::size_t size() const { return basis_.size() + waiting_.size(); }

  /// tr(B_S' P B_S).
  double value() const;
  /// log det A_SS over the basis.
  double log_determinant() const { return log_determinant_; }
  /// ||W_e||^2 / P_ee for each of these members, or 0 where a waiting member would take the place
  /// of e.
  void losses(std::span<const int> members, std::span<double> out, const TraceOracle& oracle) const;
  /// det A_SS / det A_(S-e) = 1 / P_ee for each of these members; all must be in the basis.
  void pivots(std::span<const int> members, std::span<double> out) const;

 private:
  /// v = P g, the remaining diagonal A_jj - g'v, and how much of that may be rounding.
  struct Border {
    Eigen::VectorXd v;
    double rest;
    double rounding;
  };

  Border border(const Eigen::VectorXd& g, double diagonal) const;
  bool append(int item, const TraceOracle& oracle);
  void admit_waiting(const TraceOracle& oracle);
  void erase_from_basis(std::size_t position);
  void rebuild();
  void resize(Eigen::Index size);
  Eigen::VectorXd products_with_basis(int item, const TraceOracle& oracle) const;

  Eigen::Index response_count_;
  double dependent_;
  std::vector<int> basis_;
  std::vector<int> waiting_;
  Eigen::MatrixXd a_;  // A_SS
  Eigen::MatrixXd p_;  // its inverse
  Eigen::MatrixXd b_;  // responses of the basis, one a column: m x |S|
  Eigen::MatrixXd w_;  // W', m x |S|
  double log_determinant_ = 0.0;
  int changes_ = 0;  // since the last rebuild
};

}  // namespace holdfast::linalg
