#pragma once

#include "holdfast/core/matrix.hpp"
#include "holdfast/objectives/trace/span_state.hpp"

namespace holdfast {

/// A = K + noise I for a given kernel matrix K, with m responses per item: the oracle of variance
/// reduction and of the log-determinant.
class KernelOracle final : public TraceOracle {
 public:
  /// K is n x n; `responses` is m x n. Throws unless K is square, finite, symmetric up to rounding
  /// and without a negative diagonal, and the noise is positive and not negligible next to the
  /// largest variance.
  KernelOracle(Matrix kernel, Matrix responses, double noise);

  Column column(Item item, const std::function<Items()>& likely, Workers& workers) const override;
  void entries(Item item, std::span<const Item> rows, std::span<double> out) const override;
  using TraceOracle::diagonal;
  std::span<const double> diagonal() const override { return diagonal_; }
  std::span<const double> response(Item item) const override {
    return responses_.column(static_cast<std::size_t>(item));
  }
  std::size_t responses() const override { return responses_.rows(); }
  /// With noise, every item adds a direction.
  double dependent() const override { return 0.0; }

  const Matrix& kernel() const { return kernel_; }
  double noise() const { return noise_; }
  const std::shared_ptr<SpanWalk>& walk() const { return walk_; }

 private:
  Matrix kernel_;
  Matrix responses_;
  double noise_;
  std::vector<double> diagonal_;
  std::shared_ptr<SpanWalk> walk_ = std::make_shared<SpanWalk>();
};

}  // namespace holdfast
