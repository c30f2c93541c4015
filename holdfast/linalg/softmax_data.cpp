#include "holdfast/linalg/softmax_data.hpp"

#include <cmath>
#include <utility>

namespace holdfast::linalg {
namespace {

using Column = Eigen::Ref<const Eigen::VectorXd>;

/// Root mean square without overflow; 0 for a column of zeros.
double root_mean_square(const SoftmaxDesign& design, const Column& column) {
  const double largest = column.cwiseAbs().maxCoeff();
  if (largest == 0.0) return 0.0;
  const Eigen::VectorXd scaled = column / largest;
  const double squares = design.is_weighted() ? scaled.cwiseAbs2().dot(design.weights)  //
                                              : scaled.squaredNorm();
  return largest * std::sqrt(squares / design.total_weight);
}

double mean_without_overflow(const SoftmaxDesign& design, const Column& column) {
  const Eigen::VectorXd shares = column / design.total_weight;
  return design.is_weighted() ? shares.dot(design.weights) : shares.sum();
}

}  // namespace

SoftmaxDesign::SoftmaxDesign(const Matrix& design, double ridge, bool with_intercept,
                             std::span<const double> row_weights)
    : columns(static_cast<Index>(design.rows()), static_cast<Index>(design.cols())),
      centers(Eigen::VectorXd::Zero(columns.cols())),
      scales(Eigen::VectorXd::Ones(columns.cols())),
      ridges(Eigen::VectorXd::Constant(columns.cols(), ridge)),
      weights(Eigen::Map<const Eigen::VectorXd>(row_weights.data(), std::ssize(row_weights))),
      total_weight(is_weighted() ? weights.sum() : static_cast<double>(columns.rows())),
      intercept(with_intercept) {
  for (Index j = 0; j < columns.cols(); ++j) {
    auto column = columns.col(j);
    column = Eigen::Map<const Eigen::VectorXd>(design.column(static_cast<std::size_t>(j)).data(),
                                               columns.rows());
    if (intercept) {
      centers[j] = mean_without_overflow(*this, column);
      column.array() -= centers[j];
    }
    const double scale = root_mean_square(*this, column);
    const double scaled_ridge = ridge / scale / scale;
    // A column so small that its scaled ridge is infinite adds nothing, like a column of zeros.
    if (scale == 0.0 || std::isinf(scaled_ridge)) {
      column.setZero();
      continue;
    }
    column /= scale;
    scales[j] = scale;
    ridges[j] = scaled_ridge;
  }
  columns_single = columns.cast<float>();
}

SoftmaxData::SoftmaxData(const Matrix& design, std::span<const int> row_labels, int class_count,
                         double ridge, bool with_intercept)
    : SoftmaxData(std::make_shared<const SoftmaxDesign>(design, ridge, with_intercept), row_labels,
                  class_count) {}

SoftmaxData::SoftmaxData(std::shared_ptr<const SoftmaxDesign> the_design,
                         std::span<const int> row_labels, int class_count)
    : design(std::move(the_design)),
      columns(design->columns),
      columns_single(design->columns_single),
      centers(design->centers),
      scales(design->scales),
      ridges(design->ridges),
      intercept(design->intercept),
      indicators(Eigen::MatrixXd::Zero(columns.rows(), class_count - 1)),
      labels(row_labels.begin(), row_labels.end()),
      classes(class_count),
      base_intercepts(Eigen::RowVectorXd::Zero(class_count - 1)) {
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(classes);
  for (Index i = 0; i < rows(); ++i) {
    const int label = labels[static_cast<std::size_t>(i)];
    const double weight = design->is_weighted() ? design->weights[i] : 1.0;
    counts[label] += weight;
    if (label > 0) indicators(i, label - 1) = weight;
  }
  label_sums = columns.transpose() * indicators;
  if (!intercept) {
    base_likelihood = -design->total_weight * std::log(static_cast<double>(classes));
    return;
  }
  for (int c = 0; c < classes; ++c) {
    base_likelihood += counts[c] * std::log(counts[c] / design->total_weight);
    if (c > 0) base_intercepts[c - 1] = std::log(counts[c] / counts[0]);
  }
}

}  // namespace holdfast::linalg
