#pragma once

#include <Eigen/Core>
#include <cstdint>
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

/// The columns whose leaving costs most. Each loss is bounded from above by the objective at the
/// others' best answer in the quadratic model (a feasible point), and from below by weak duality at
/// the probabilities linearized along the same step:
///   loss >= v (H^-1)_ee^-1 v' - ridge_e/2 v K v' - sum p phi(delta) - sum over others of ridge/2 d
///   K d'.
/// Only columns whose bounds leave the ranking open are refitted.
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
  struct Bounds {
    Index column = 0;
    double lower = 0.0;
    double upper = 0.0;
  };
  Bounds bound(Index column) const;
  RemovedColumn solve(Index column) const;
  std::vector<RemovedColumn> solve_each(std::span<const Index> columns);

  const SoftmaxData& data_;
  const SoftmaxModel& model_;
  const NewtonGoal& goal_;
  double value_;
  Workers& workers_;
  std::int64_t solved_ = 0;
};

}  // namespace holdfast::linalg
