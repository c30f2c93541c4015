#pragma once

#include <Eigen/Core>

#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// The objective near a point in single precision, with a bound on the error: half the memory and
/// twice the numbers per instruction, where an error of a few hundredths does not matter.
class SinglePrecisionObjective {
 public:
  struct Value {
    double value = 0.0;
    double error = 0.0;  ///< the exact one differs by no more
  };

  SinglePrecisionObjective(const SoftmaxData& data, const SoftmaxColumns& columns,
                           const SoftmaxPoint& point);

  /// At the point's weights plus each q x m block of `changes`. O(rows q m) each.
  void at(const Eigen::MatrixXd& changes, std::span<Value> out) const;

 private:
  const SoftmaxData& data_;
  const SoftmaxColumns& columns_;
  const SoftmaxPoint& point_;
  Eigen::MatrixXf values_, scores_;
  double row_lengths_;    ///< sum of the rows' Euclidean lengths, times their weights
  double largest_score_;  ///< in size
};

}  // namespace holdfast::linalg
