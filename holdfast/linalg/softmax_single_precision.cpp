#include "holdfast/linalg/softmax_single_precision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holdfast::linalg {
namespace {

constexpr Index single_row_block = 512;

/// Sum over the rows of log(1 + sum of exp(score)), times their weights. Single precision within a
/// row, double across.
double sum_of_normalizers(const SoftmaxDesign& design, const Eigen::MatrixXf& base,
                          const Eigen::Ref<const Eigen::MatrixXf>& change) {
  Eigen::ArrayXXf scores(std::min(single_row_block, base.rows()), base.cols());
  Eigen::ArrayXf top(scores.rows()), sum(scores.rows());
  double result = 0.0;
  for (Index begin = 0; begin < base.rows(); begin += single_row_block) {
    const Index size = std::min(single_row_block, base.rows() - begin);
    auto largest = top.head(size);
    auto total = sum.head(size);
    largest.setZero();
    for (Index c = 0; c < base.cols(); ++c) {
      auto column = scores.col(c).head(size);
      column = base.col(c).segment(begin, size) + change.col(c).segment(begin, size);
      largest = largest.max(column.derived());  // Eigen 3.4.1 cannot take the column itself
    }
    total = (-largest).exp();
    for (Index c = 0; c < base.cols(); ++c) total += (scores.col(c).head(size) - largest).exp();
    total = largest + total.log();  // separate: a sum that converts is not vectorized
    result += design.is_weighted()
                  ? total.cast<double>().matrix().dot(design.weights.segment(begin, size))
                  : total.cast<double>().sum();
  }
  return result;
}

}  // namespace

SinglePrecisionObjective::SinglePrecisionObjective(const SoftmaxData& data,
                                                   const SoftmaxColumns& columns,
                                                   const SoftmaxPoint& point)
    : data_(data),
      columns_(columns),
      point_(point),
      values_(columns.values.cast<float>()),
      scores_(point.scores.cast<float>()),
      row_lengths_(weighed(*data.design, Eigen::VectorXd(columns.values.rowwise().norm())).sum()),
      largest_score_(point.scores.size() == 0 ? 0.0 : point.scores.cwiseAbs().maxCoeff()) {}

/// Rounding, in units of u = 2^-24. A score s + xd: u|s| for s as given, (q+3)u|x||d| for xd and
/// its factors as given, u(|s|+|xd|) for the sum. Minus the largest: u(2|s|+2|xd|) more at most.
/// Each exponential, their C-1 sums and the logarithm, relative to at least 1: fewer than C+40 u,
/// and u times the result, which is below |s| + |xd| + log C. Errors of the scores
/// move the normalizer by at most the largest of them, because its change is an average of theirs.
/// A row of weight w adds w times its error.
void SinglePrecisionObjective::at(const Eigen::MatrixXd& changes, std::span<Value> out) const {
  constexpr double unit = 0x1p-24;
  const Index q = columns_.count();
  const Index m = data_.outputs();
  const double rows = data_.design->total_weight;
  const Eigen::MatrixXf score_changes = values_ * changes.cast<float>();
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto change = changes.middleCols(m * static_cast<Index>(k), m);
    const auto score_change = score_changes.middleCols(m * static_cast<Index>(k), m);
    const Eigen::MatrixXd weights = point_.weights + change;
    const double normalizers = sum_of_normalizers(*data_.design, scores_, score_change);
    const double length = change.colwise().norm().maxCoeff();
    const double error = unit * (rows * (6.0 * largest_score_ + 2.0 * data_.classes + 50.0) +
                                 static_cast<double>(q + 10) * row_lengths_ * length);
    out[k] = {objective_from(columns_, weights, data_.classes, normalizers), error};
    if (!(error < std::numeric_limits<double>::max()) || !std::isfinite(out[k].value)) {
      out[k] = {0.0, std::numeric_limits<double>::infinity()};
    }
  }
}

}  // namespace holdfast::linalg
