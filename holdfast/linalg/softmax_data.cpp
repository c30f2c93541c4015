#include "holdfast/linalg/softmax_data.hpp"

#include <algorithm>
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

SoftmaxDesign::SoftmaxDesign(SparseMatrix design, double ridge, bool with_intercept,
                             std::span<const double> row_weights, bool centered)
    : entries(std::move(design)),
      elsewhere(Eigen::VectorXd::Zero(static_cast<Index>(entries.cols()))),
      is_zero(entries.cols(), false),
      is_thin(entries.cols(), false),
      shifts(elsewhere),
      centers(elsewhere),
      scales(Eigen::VectorXd::Ones(elsewhere.size())),
      ridges(Eigen::VectorXd::Constant(elsewhere.size(), ridge)),
      weights(Eigen::Map<const Eigen::VectorXd>(row_weights.data(), std::ssize(row_weights))),
      total_weight(is_weighted() ? weights.sum() : static_cast<double>(entries.rows())),
      intercept(with_intercept) {
  for (Index j = 0; j < elsewhere.size(); ++j)
    scale_sparse_column(j, ridge, with_intercept || centered);
  if (intercept) centers = shifts;
}

void SoftmaxDesign::scale_sparse_column(Index j, double ridge, bool centered) {
  const auto where = rows_of(j);
  const auto what = entries.column_values(static_cast<std::size_t>(j));
  const auto weight = [&](std::size_t p) { return is_weighted() ? weights[where[p]] : 1.0; };
  double weight_here = 0.0;
  for (std::size_t p = 0; p < where.size(); ++p) {
    weight_here += weight(p);
    if (centered) shifts[j] += what[p] / total_weight * weight(p);
  }
  const double weight_elsewhere =
      where.size() == entries.rows() ? 0.0 : std::max(0.0, total_weight - weight_here);
  double largest = weight_elsewhere > 0.0 ? std::abs(shifts[j]) : 0.0;
  for (const double value : what) largest = std::max(largest, std::abs(value - shifts[j]));
  const double share = largest > 0.0 ? shifts[j] / largest : 0.0;
  double squares = weight_elsewhere * share * share;
  for (std::size_t p = 0; p < what.size(); ++p) {
    const double scaled = largest > 0.0 ? (what[p] - shifts[j]) / largest : 0.0;
    squares += weight(p) * scaled * scaled;
  }
  const double scale = largest * std::sqrt(squares / total_weight);
  const double scaled_ridge = ridge / scale / scale;
  is_zero[static_cast<std::size_t>(j)] = scale == 0.0 || std::isinf(scaled_ridge);
  if (is_zero[static_cast<std::size_t>(j)]) return;
  scales[j] = scale;
  ridges[j] = scaled_ridge;
  elsewhere[j] = -shifts[j] / scale;
  is_thin[static_cast<std::size_t>(j)] =
      2 * where.size() <= entries.rows() && weight_elsewhere >= 0.5 * total_weight;
}

void SoftmaxDesign::copy_column(Index j, Eigen::Ref<Eigen::VectorXd> out) const {
  if (!is_sparse()) {
    out = columns.col(j);
    return;
  }
  out.setConstant(elsewhere[j]);
  if (is_zero[static_cast<std::size_t>(j)]) return;
  const auto where = rows_of(j);
  const auto what = entries.column_values(static_cast<std::size_t>(j));
  for (std::size_t p = 0; p < where.size(); ++p) out[where[p]] = scaled(j, what[p]);
}

Eigen::VectorXd SoftmaxDesign::column(Index j) const {
  Eigen::VectorXd written(rows());
  copy_column(j, written);
  return written;
}

void SoftmaxDesign::copy_original(Index j, Eigen::Ref<Eigen::VectorXd> out) const {
  if (!is_sparse()) {
    out = (scales[j] * columns.col(j)).array() + centers[j];
    return;
  }
  out.setZero();
  const auto where = rows_of(j);
  const auto what = entries.column_values(static_cast<std::size_t>(j));
  for (std::size_t p = 0; p < where.size(); ++p) out[where[p]] = what[p];
  out.array() += centers[j] - shifts[j];
}

ColumnProducts::ColumnProducts(const SoftmaxDesign& design, const Eigen::MatrixXd& vectors)
    : design_(design), vectors_(vectors) {
  if (design.is_sparse()) totals_ = vectors.colwise().sum();
}

Eigen::VectorXd ColumnProducts::with(Index j) const {
  if (!design_.is_sparse()) return vectors_.transpose() * design_.columns.col(j);
  Eigen::VectorXd products = Eigen::VectorXd::Zero(vectors_.cols());
  if (design_.is_zero[static_cast<std::size_t>(j)]) return products;
  const auto where = design_.rows_of(j);
  const auto what = design_.entries.column_values(static_cast<std::size_t>(j));
  const bool full = where.size() == design_.entries.rows();
  for (Index c = 0; c < products.size(); ++c) {
    const double* const v = vectors_.col(c).data();
    double sum = 0.0;
    double here = 0.0;
    for (std::size_t p = 0; p < where.size(); ++p) {
      sum += design_.scaled(j, what[p]) * v[where[p]];
      here += v[where[p]];
    }
    products[c] = full ? sum : sum + design_.elsewhere[j] * (totals_[c] - here);
  }
  return products;
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
      indicators(Eigen::MatrixXd::Zero(design->rows(), class_count - 1)),
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
  if (design->is_sparse()) {
    const ColumnProducts products(*design, indicators);
    label_sums.resize(features(), outputs());
    for (Index j = 0; j < features(); ++j) label_sums.row(j) = products.with(j);
  } else {
    label_sums = columns.transpose() * indicators;
  }
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
