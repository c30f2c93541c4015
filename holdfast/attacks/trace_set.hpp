#pragma once

#include <Eigen/Core>

#include "holdfast/core/trace_oracle.hpp"

namespace holdfast {

/// The scaled matrices of a trace form over a pool of items, which are referred to by their places
/// in the pool. With one response, C = b b' and only b is kept.
struct TracePool {
  using Place = Eigen::Index;
  using Places = std::vector<Place>;

  TracePool(const TraceOracle& oracle, std::span<const Item> pool, Workers& workers);

  bool single() const { return single_; }
  /// -1 if the item is not in the pool.
  Place place(Item item) const {
    const auto which = static_cast<std::size_t>(item);
    return which < places_.size() ? places_[which] : -1;
  }
  /// A_(rows, columns), and C_(rows, columns) if there are several responses.
  Eigen::MatrixXd quadratic(const Places& rows, const Places& columns) const;
  Eigen::MatrixXd products(const Places& rows, const Places& columns) const;
  Eigen::VectorXd responses(const Places& of) const;

  Items items;
  Eigen::MatrixXd a;
  Eigen::MatrixXd c;
  Eigen::VectorXd b;

 private:
  std::vector<Place> places_;  ///< the place of each item, up to the largest in the pool
  bool single_;
};

/// The inverse of a set S: P = A_SS^-1, and W = P B_S, kept as w (one response) or as M = W W'.
struct TraceSet {
  TraceSet() = default;
  TraceSet(const TracePool& pool, TracePool::Places members);

  /// The loss of member e is numerators()[e] / P_ee, numerators being w_e^2 or M_ee.
  Eigen::Index size() const { return static_cast<Eigen::Index>(members.size()); }

  TracePool::Places members;
  Eigen::MatrixXd p;
  Eigen::VectorXd w;
  Eigen::MatrixXd m;
  double value = 0.0;
  bool sound = true;  ///< false: A_SS is singular or nearly so, and nothing else is filled in
};

/// Candidates relative to a set S: V = P A_(S,candidates), what S leaves of their diagonal, and
/// what it leaves of their responses, c_j = b_j - V_j'B_S. Kept are c_j (one response), or |c_j|^2
/// and X = W c.
struct TraceOutlook {
  TraceOutlook() = default;
  TraceOutlook(const TracePool& pool, const TraceSet& set, TracePool::Places candidates);

  /// f(S - member + candidate), in O(1). A candidate that adds no direction adds nothing.
  double after_swap(const TraceSet& set, Eigen::Index member, Eigen::Index candidate) const;

  TracePool::Places candidates;
  Eigen::MatrixXd v;
  Eigen::VectorXd rest;      ///< A_jj - a_j'V_j
  Eigen::VectorXd diagonal;  ///< A_jj
  Eigen::VectorXd open;      ///< c_j, or |c_j|^2
  Eigen::MatrixXd x;
};

}  // namespace holdfast
