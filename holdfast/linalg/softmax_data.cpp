#include "holdfast/linalg/softmax_data.hpp"

#include <cmath>
#include <utility>

namespace holdfast::linalg {
namespace {

/// Root mean square without overflow; 0 for a column of zeros.
double root_mean_square(const Eigen::Ref<const Eigen::VectorXd>& column) {
  const double largest = column.cwiseAbs().maxCoeff();
  if (largest == 0.0) return 0.0;
  return largest * std::sqrt((column / largest).squaredNorm() / static_cast<double>(column.size()));
}

double mean_without_overflow(const Eigen::Ref<const Eigen::VectorXd>& column) {
  return (column / static_cast<double>(column.size())).sum();
}

}  // namespace

SoftmaxDesign::SoftmaxDesign(const Matrix& design, double ridge, bool with_intercept)
    : columns(static_cast<Index>(design.rows()), static_cast<Index>(design.cols())),
      centers(Eigen::VectorXd::Zero(columns.cols())),
      scales(Eigen::VectorXd::Ones(columns.cols())),
      ridges(Eigen::VectorXd::Constant(columns.cols(), ridge)),
      intercept(with_intercept) {
  for (Index j = 0; j < columns.cols(); ++j) {
    auto column = columns.col(j);
    column = Eigen::Map<const Eigen::VectorXd>(design.column(static_cast<std::size_t>(j)).data(),
                                               columns.rows());
    if (intercept) {
      centers[j] = mean_without_overflow(column);
      column.array() -= centers[j];
    }
    const double scale = root_mean_square(column);
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
    counts[label] += 1.0;
    if (label > 0) indicators(i, label - 1) = 1.0;
  }
  label_sums = columns.transpose() * indicators;
  if (!intercept) {
    base_likelihood = -static_cast<double>(rows()) * std::log(static_cast<double>(classes));
    return;
  }
  for (int c = 0; c < classes; ++c) {
    base_likelihood += counts[c] * std::log(counts[c] / static_cast<double>(rows()));
    if (c > 0) base_intercepts[c - 1] = std::log(counts[c] / counts[0]);
  }
}

}  // namespace holdfast::linalg
