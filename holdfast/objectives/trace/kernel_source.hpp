#pragma once

#include <vector>

#include "holdfast/core/matrix.hpp"
#include "holdfast/objectives/trace/span_state.hpp"

namespace holdfast {

/// A = K + noise I for a given kernel matrix K, with m responses an item: the source of variance
/// reduction and log-determinant.
class KernelSource final : public SpanSource {
 public:
  /// K is n x n; `responses` is m x n. Throws unless K is square, symmetric up to rounding and
  /// finite, has no negative diagonal, and the noise is positive and not lost beside the largest
  /// variance.
  KernelSource(Matrix kernel, Matrix responses, double noise);

  Column column(Item item, const std::function<Items()>& likely, Workers& workers) const override;
  void products(int item, std::span<const int> others, std::span<double> out) const override;
  double diagonal(int item) const override { return diagonals_[static_cast<std::size_t>(item)]; }
  std::span<const double> diagonals() const override { return diagonals_; }
  std::span<const double> responses(int item) const override {
    return responses_.column(static_cast<std::size_t>(item));
  }
  std::size_t response_count() const override { return responses_.rows(); }
  /// The noise makes every item a direction of its own.
  double dependent() const override { return 0.0; }

  const Matrix& kernel() const { return kernel_; }
  double noise() const { return noise_; }

 private:
  Matrix kernel_;
  Matrix responses_;
  double noise_;
  std::vector<double> diagonals_;
};

}  // namespace holdfast
