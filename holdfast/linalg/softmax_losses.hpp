#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "holdfast/core/workers.hpp"
#include "holdfast/linalg/softmax_gains.hpp"

namespace holdfast::linalg {

/// A model refitted without one of its columns.
struct RemovedColumn {
  Index column = 0;
  double loss = 0.0;
  Eigen::MatrixXd weights;  ///< (q-1) x m
};

/// The columns whose leaving costs most. Any weights of the others bound a loss from above: first
/// their best answer in the quadratic model, then each step of a refit. Columns are visited in the
/// order of falling bounds, and a refit stops once the loss is proven too small to matter.
class LossSearch {
 public:
  LossSearch(const SoftmaxData& data, const SoftmaxModel& model, const NewtonGoal& goal,
             double value, Workers& workers);

  /// The columns that decide which losses are the `count` largest, refitted to rounding error.
  std::vector<RemovedColumn> largest(std::span<const Index> columns, std::size_t count);
  /// Refits without each of them in turn; the weights are not kept.
  std::vector<double> all(std::span<const Index> columns);

  std::int64_t solved() const { return solved_; }

 private:
  struct Bounded {
    Index column = 0;
    double bound = 0.0;
  };
  /// What is lost by the others' best answer in the quadratic model.
  void bound(std::span<Bounded> columns) const;
  /// Nothing if the loss is proven to be below `bar`.
  std::optional<RemovedColumn> solve(Index column, double bar) const;
  /// Solves the first `wave`, raises the bar, and drops those that cannot reach it any more.
  void solve_first(std::vector<Bounded>& open, std::size_t wave, std::size_t count);
  /// What a loss must reach to be, or to tie with, one of the `count` largest found so far.
  double bar(std::size_t count) const;

  const SoftmaxData& data_;
  const SoftmaxModel& model_;
  const NewtonGoal& goal_;
  double value_;
  Workers& workers_;
  std::vector<RemovedColumn> found_;
  double bar_;
  std::int64_t solved_ = 0;
};

}  // namespace holdfast::linalg
