#pragma once

#include <Eigen/Core>
#include <limits>
#include <span>
#include <vector>

#include "holdfast/linalg/softmax_point.hpp"

namespace holdfast::linalg {

/// A feature that might join the model, and what is known about its gain. Copies see the same
/// numbers; an assignment copies them.
struct ScreenedColumn {
  using Numbers = Eigen::Map<Eigen::VectorXd>;

  /// `numbers`: room for 3m.
  ScreenedColumn(Index the_feature, Index outputs, double* numbers)
      : feature(the_feature),
        slope(numbers, outputs),
        step(numbers + outputs, outputs),
        image(numbers + 2 * outputs, outputs) {}

  Index feature;
  Numbers slope;          ///< gradient of its m weights at 0
  Numbers step;           ///< proposed weights; after screening scaled to the best length
  Numbers image;          ///< after screening: what the step takes off the slope, ridge included
  double estimate = 0.0;  ///< after screening: gain of the step in the quadratic model
  double bound = std::numeric_limits<double>::infinity();  ///< after screening: proven on the gain
};

/// Several of them, and their numbers.
class ScreenedColumns {
 public:
  ScreenedColumns(std::span<const Index> features, Index outputs)
      : numbers_(3 * outputs, std::ssize(features)) {
    columns_.reserve(features.size());
    for (const Index feature : features) {
      const auto place = static_cast<Index>(columns_.size());
      columns_.emplace_back(feature, outputs, numbers_.col(place).data());
    }
  }

  ScreenedColumns(ScreenedColumns&&) = default;
  ScreenedColumns& operator=(ScreenedColumns&&) = default;

  ScreenedColumn& operator[](std::size_t place) { return columns_[place]; }
  const ScreenedColumn& operator[](std::size_t place) const { return columns_[place]; }

 private:
  Eigen::MatrixXd numbers_;
  std::vector<ScreenedColumn> columns_;
};

/// Bounds on the gains of single columns over the optimum of a model, for many columns in a few
/// matrix products.
///
/// If the new column has weights d_j, the old ones respond with d_S = -H_SS^-1 H_Sj d_j. Then the
/// linearized probabilities P (1 + delta) satisfy the old columns' equations exactly, and weak
/// duality (see bound_on_progress) bounds the gain by
///   sum p phi(delta) + sum over S of ridge/2 d K d' + Gamma_j K^-1 Gamma_j' / (2 ridge_j),
/// each row times its weight, Gamma_j = slope - x_j' D (X_S d_S + x_j d_j), where D has the weights
/// of the rows too. Any d_j gives a valid bound; the Newton step, for
/// which image = slope, gives nearly the best. A probability that would become negative is set to
/// zero, and its row is made to add up to 1 again (with an intercept, the columns' sums are
/// repaired). Then the old columns' Gamma is measured and enters like that of the new one.
/// O(rows q m) per column.
class SoftmaxGainBounds {
 public:
  /// `inverse` is that of the curvature at `point`, the optimum for `columns`. All must outlive
  /// this.
  SoftmaxGainBounds(const SoftmaxData& data, const SoftmaxColumns& columns,
                    const SoftmaxPoint& point, const Eigen::MatrixXd& inverse);

  /// How many candidates are screened at a time.
  static std::size_t batch_size(const SoftmaxData& data);

  /// Fills step (scaled), image, estimate and bound from feature, slope and step. Thread-safe. The
  /// bits of a dense candidate do not depend on which others it is screened with.
  void screen(std::span<ScreenedColumn* const> candidates) const;

 private:
  template <int Outputs>
  void screen_batch(std::span<ScreenedColumn* const> candidates) const;

  const SoftmaxData& data_;
  const SoftmaxColumns& columns_;
  const SoftmaxPoint& point_;
  const Eigen::MatrixXd& inverse_;
  bool single_;
  Eigen::MatrixXf values_single_, probabilities_single_, masses_single_;
  Eigen::VectorXf reference_single_, reference_masses_single_;
  Eigen::MatrixXd masses_;  ///< probabilities times the weights of the rows; empty without weights
  Eigen::VectorXd reference_masses_;
};

}  // namespace holdfast::linalg
