#pragma once

#include <Eigen/Core>
#include <limits>

#include "holdfast/linalg/softmax_gains.hpp"
#include "holdfast/linalg/softmax_single_precision.hpp"

namespace holdfast::linalg {

/// A column, and the models refitted without it.
struct RemovedColumn {
  Index column = 0;
  double loss = 0.0;
  std::vector<Eigen::MatrixXd> weights;  ///< of each part, (q-1) x m
};

/// The columns whose removal costs most. Any weights of the others bound a loss from above: first
/// their best response in the quadratic model, then each step of a refit. Columns are visited in
/// the order of falling bounds, and a refit stops once the loss is proven too small to matter. A
/// loss, and a bound on it, is the sum of those in each part.
class LossSearch {
 public:
  /// `value` is the scale of ties. What the parts refer to must outlive the search.
  LossSearch(std::vector<FittedPart> parts, double value, Workers& workers);

  /// The columns that decide which losses are the `count` largest, refitted to rounding error.
  std::vector<RemovedColumn> largest(std::span<const Index> columns, std::size_t count);
  /// The first of the columns, in the order given, that is one of these; refitted if that was
  /// needed (otherwise `weights` is empty).
  RemovedColumn first_of_largest(std::span<const Index> columns, std::size_t count);
  /// Refits without each of them in turn; the weights are not kept.
  std::vector<double> all(std::span<const Index> columns);

  std::int64_t solved() const { return solved_; }

 private:
  struct Bounded {
    Index column = 0;
    double bound = 0.0;  // the loss is at most this
    double slack = 0.0;  // in double precision the bound is lower by at most this
    double from_below = -std::numeric_limits<double>::infinity();
  };

  /// Fills the bounds with what is lost when the other columns adapt best in the quadratic model.
  void bound(std::span<Bounded> columns) const;
  void bound_roughly(std::span<Bounded> columns) const;
  template <class Bound>
  void share_bounds(std::span<Bounded> columns, const Bound& bound) const;
  void fill_bounds(std::span<Bounded> columns);
  /// Recomputes bounds in double precision where the slack leaves their side of `bar` open;
  /// reorders.
  void sharpen(std::span<Bounded> columns, double bar) const;
  /// Twice the losses in the quadratic model, in place of bounds: cheap, but no bounds.
  std::vector<Bounded> estimates(std::span<const Index> columns) const;
  /// A lower bound on the loss, by weak duality: at the probabilities that the quadratic model
  /// predicts, or, if that is not more than `wanted`, at the Newton step from there.
  double bound_from_below(Index column, double wanted) const;
  /// How much two losses must differ to be neither a tie nor rounding.
  double margin(double loss) const;
  /// Whether each of them is quickly proven to lose more; the least likely one is the last.
  bool all_exceed(std::span<Bounded> columns, double bar) const;
  /// Whether the loss exceeds `pivot` by more than a tie, proven by a bound or known from a refit.
  bool exceeds(const Bounded& column, double pivot) const;
  std::vector<RemovedColumn> largest(std::vector<Bounded> by_bound, std::size_t count);
  /// The largest, in no order. Bounds separate most from the smallest of them, without a complete
  /// refit.
  std::vector<Index> largest_set(std::span<const Bounded> by_bound, std::size_t count);
  /// The loss in all parts but the last, exactly: `weights` gets their refits, if wanted.
  double loss_before_last(Index column, std::vector<Eigen::MatrixXd>* weights) const;
  /// Nothing if the loss is proven to be below `bar`.
  std::optional<RemovedColumn> solve(Index column, double bar) const;
  /// Solves the first `wave`, raises the bar, and drops those that can no longer reach it.
  void solve_first(std::vector<Bounded>& open, std::size_t wave, std::size_t count);
  /// What a loss must reach to be, or to tie with, one of the `count` largest found so far.
  double bar(std::size_t count) const;

  std::vector<FittedPart> parts_;
  double scale_;  // of the parts' goals together
  double value_;
  Workers& workers_;
  std::vector<Eigen::MatrixXd> slopes_;  // gradients at the models; small, but not zero
  std::vector<SinglePrecisionObjective> rough_;
  std::vector<RemovedColumn> found_;
  double bar_;
  std::int64_t solved_ = 0;
};

}  // namespace holdfast::linalg
