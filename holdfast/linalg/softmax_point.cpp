#include "holdfast/linalg/softmax_point.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/linalg/skinny_products.hpp"

namespace holdfast::linalg {
namespace {

/// Rows that are handled together, so that their data stay in the cache.
constexpr Index rows_at_once = 256;

/// columns' diag(weights) columns, lower triangle.
template <class Scalar>
Eigen::MatrixX<Scalar> weighted_gram(const Eigen::MatrixX<Scalar>& columns,
                                     const Eigen::ArrayX<Scalar>& weights) {
  const Index q = columns.cols();
  Eigen::MatrixX<Scalar> gram = Eigen::MatrixX<Scalar>::Zero(q, q);
  if (q == 0) return gram;
  Eigen::MatrixX<Scalar> weighted(std::min(rows_at_once, columns.rows()), q);
  for (Index begin = 0; begin < columns.rows(); begin += rows_at_once) {
    const Index size = std::min(rows_at_once, columns.rows() - begin);
    const auto block = columns.middleRows(begin, size);
    weighted.topRows(size) = weights.segment(begin, size).matrix().asDiagonal() * block;
    gram.template triangularView<Eigen::Lower>() += block.transpose() * weighted.topRows(size);
  }
  return gram;
}

/// The same.
Eigen::MatrixXd weighted_gram(const ThinColumns& columns, const Eigen::ArrayXd& weights) {
  const Eigen::SparseMatrix<double> weighted = weights.matrix().asDiagonal() * columns.entries;
  Eigen::MatrixXd gram = Eigen::SparseMatrix<double>(columns.entries.transpose() * weighted);
  const Eigen::VectorXd mixed =
      columns.entries.transpose() * weights.matrix() + 0.5 * weights.sum() * columns.elsewhere;
  gram += mixed * columns.elsewhere.transpose() + columns.elsewhere * mixed.transpose();
  return gram;
}

/// The curvature, where gram_of(weights) is columns' diag(weights) columns, lower triangle.
template <class Scalar, class Gram>
Eigen::MatrixX<Scalar> curvature_from(const SoftmaxData& data, const Eigen::VectorXd& ridges,
                                      const SoftmaxPoint& point, Workers* workers,
                                      const Gram& gram_of) {
  const Index q = ridges.size();
  const Index m = data.outputs();
  Eigen::MatrixX<Scalar> result(q * m, q * m);
  std::vector<std::pair<Index, Index>> pairs;
  for (Index a = 0; a < m; ++a) {
    for (Index b = 0; b <= a; ++b) pairs.emplace_back(a, b);
  }
  const auto fill = [&](std::size_t which) {
    const auto [a, b] = pairs[which];
    const auto p = point.probabilities.col(a).array();
    const auto weights =
        weighed(*data.design, a == b ? Eigen::ArrayXd(p * (1.0 - p))
                                     : Eigen::ArrayXd(-p * point.probabilities.col(b).array()));
    Eigen::MatrixX<Scalar> gram = gram_of(weights);
    const double k = (a == b ? 1.0 : 0.0) - 1.0 / static_cast<double>(data.classes);
    gram.diagonal() += (k * ridges).template cast<Scalar>();
    gram.template triangularView<Eigen::StrictlyUpper>() = gram.transpose();
    result.block(a * q, b * q, q, q) = gram;
    if (a != b) result.block(b * q, a * q, q, q) = gram;
  };
  if (workers) {
    workers->share(pairs.size(), fill);
  } else {
    for (std::size_t which = 0; which < pairs.size(); ++which) fill(which);
  }
  return result;
}

/// The largest score of each row, including that of the reference class (0).
template <class Scores, class Largest>
void find_largest(const Scores& scores, Largest& largest) {
  largest.setZero();
  for (Index c = 0; c < scores.cols(); ++c) largest = largest.max(scores.col(c));
}

/// Sum of log x, each x between 1 and the number of classes. Takes one logarithm of the product of
/// several, which needs fewer logarithms. Overwrites its argument.
template <class Array>
double sum_of_logarithms(Array& x) {
  // 1e6 classes to the eighth power are far from overflow.
  Index size = x.size();
  for (int halving = 0; halving < 3 && size % 2 == 0; ++halving) {
    size /= 2;
    x.head(size) *= x.segment(size, size);
  }
  return x.head(size).log().sum();
}

/// Sum of largest + log(total), each times the weight of its row; the rows begin at `begin`.
template <class Array>
double weighted_normalizers(const SoftmaxDesign& design, Index begin, const Array& largest,
                            const Array& total) {
  return (design.weights.segment(begin, total.size()).array() * (largest + total.log())).sum();
}

}  // namespace

double objective_from(const SoftmaxColumns& columns, const Eigen::MatrixXd& weights, int classes,
                      double normalizers) {
  double penalty = 0.0;
  for (Index i = 0; i < columns.count(); ++i) {
    penalty += columns.ridges[i] * square_k(weights.row(i), classes);
  }
  return columns.label_sums.cwiseProduct(weights).sum() - normalizers - 0.5 * penalty;
}

SoftmaxColumns SoftmaxColumns::gather(const SoftmaxData& data, std::span<const Index> features) {
  const Index first = data.intercept ? 1 : 0;
  const Index q = first + static_cast<Index>(features.size());
  SoftmaxColumns columns{Eigen::MatrixXd(data.rows(), q), Eigen::VectorXd(q),
                         Eigen::MatrixXd(q, data.outputs())};
  if (data.intercept) {
    columns.values.col(0).setOnes();
    columns.ridges[0] = 0.0;
    columns.label_sums.row(0) = data.indicators.colwise().sum();
  }
  for (Index i = first; i < q; ++i) {
    const Index feature = features[static_cast<std::size_t>(i - first)];
    data.design->copy_column(feature, columns.values.col(i));
    columns.ridges[i] = data.ridges[feature];
    columns.label_sums.row(i) = data.label_sums.row(feature);
  }
  return columns;
}

SoftmaxColumns SoftmaxColumns::with(const SoftmaxData& data, Index feature) const {
  const Index q = count();
  SoftmaxColumns more{Eigen::MatrixXd(data.rows(), q + 1), Eigen::VectorXd(q + 1),
                      Eigen::MatrixXd(q + 1, data.outputs())};
  more.values.leftCols(q) = values;
  data.design->copy_column(feature, more.values.col(q));
  more.ridges << ridges, data.ridges[feature];
  more.label_sums << label_sums, data.label_sums.row(feature);
  return more;
}

SoftmaxColumns SoftmaxColumns::without(Index column) const {
  return {without_column(values, column), without_row(ridges, column),
          without_row(label_sums, column)};
}

bool ThinColumns::pays(const SoftmaxData& data, std::span<const Index> features) {
  if (!data.design->is_sparse()) return false;
  constexpr double entries_per_written_one = 8.0;
  double entries = 0.0;
  for (const Index feature : features)
    entries += static_cast<double>(data.design->rows_of(feature).size());
  const auto written = static_cast<double>(data.rows()) * static_cast<double>(features.size());
  return entries_per_written_one * entries <= written;
}

ThinColumns ThinColumns::gather(const SoftmaxData& data, std::span<const Index> features) {
  const SoftmaxDesign& design = *data.design;
  const Index first = data.intercept ? 1 : 0;
  const Index q = first + std::ssize(features);
  ThinColumns columns{Eigen::SparseMatrix<double>(data.rows(), q), Eigen::VectorXd::Zero(q),
                      Eigen::VectorXd::Zero(q)};
  if (data.intercept) columns.elsewhere[0] = 1.0;
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = first; i < q; ++i) {
    const Index feature = features[static_cast<std::size_t>(i - first)];
    const auto which = static_cast<std::size_t>(feature);
    columns.ridges[i] = data.ridges[feature];
    if (design.is_zero[which]) continue;
    // Beyond the value that most rows have, a thick column would lose digits.
    if (design.is_thin[which]) columns.elsewhere[i] = design.elsewhere[feature];
    const Eigen::VectorXd written = design.column(feature);
    const auto add = [&](Index row) {
      entries.emplace_back(row, i, written[row] - columns.elsewhere[i]);
    };
    if (design.is_thin[which]) {
      for (const Index row : design.rows_of(feature)) add(row);
    } else {
      for (Index row = 0; row < written.size(); ++row) add(row);
    }
  }
  columns.entries.setFromTriplets(entries.begin(), entries.end());
  return columns;
}

Eigen::MatrixXd weights_of_no_feature(const SoftmaxData& data, Index columns) {
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(columns, data.outputs());
  if (data.intercept) weights.row(0) = data.base_intercepts;
  return weights;
}

void evaluate_scores(const SoftmaxData& data, const SoftmaxColumns& columns, SoftmaxPoint& point) {
  const Index rows = data.rows();
  const Index outputs = data.outputs();
  point.probabilities.resize(rows, outputs);
  point.reference.resize(rows);
  const bool weighted = data.design->is_weighted();
  double normalizers = 0.0;
  Eigen::ArrayXd top(std::min(rows_at_once, rows)), sum(top.size());
  for (Index begin = 0; begin < rows; begin += rows_at_once) {
    const Index size = std::min(rows_at_once, rows - begin);
    const auto scores = point.scores.middleRows(begin, size).array();
    auto probabilities = point.probabilities.middleRows(begin, size).array();
    auto reference = point.reference.segment(begin, size).array();
    auto largest = top.head(size);
    auto total = sum.head(size);
    find_largest(scores, largest);
    reference = (-largest).exp();
    total = reference;
    for (Index c = 0; c < outputs; ++c) {
      probabilities.col(c) = (scores.col(c) - largest).exp();
      total += probabilities.col(c);
    }
    normalizers +=
        weighted ? weighted_normalizers(*data.design, begin, largest, total) : largest.sum();
    largest = total.inverse();
    reference *= largest;
    for (Index c = 0; c < outputs; ++c) probabilities.col(c) *= largest;
    if (!weighted) normalizers += sum_of_logarithms(total);
  }
  point.objective = objective_from(columns, point.weights, data.classes, normalizers);
}

double objective_at(const SoftmaxData& data, const SoftmaxColumns& columns,
                    const Eigen::MatrixXd& weights, const Eigen::MatrixXd& scores) {
  double normalizers = 0.0;
  Eigen::ArrayXd top(std::min(rows_at_once, data.rows())), sum(top.size());
  for (Index begin = 0; begin < data.rows(); begin += rows_at_once) {
    const Index size = std::min(rows_at_once, data.rows() - begin);
    const auto block = scores.middleRows(begin, size).array();
    auto largest = top.head(size);
    auto total = sum.head(size);
    find_largest(block, largest);
    total = (-largest).exp();
    for (Index c = 0; c < data.outputs(); ++c) total += (block.col(c) - largest).exp();
    normalizers += data.design->is_weighted()
                       ? weighted_normalizers(*data.design, begin, largest, total)
                       : largest.sum() + sum_of_logarithms(total);
  }
  return objective_from(columns, weights, data.classes, normalizers);
}

SoftmaxPoint evaluate(const SoftmaxData& data, const SoftmaxColumns& columns,
                      Eigen::MatrixXd weights) {
  SoftmaxPoint point;
  point.weights = std::move(weights);
  point.scores = product_with_skinny(columns.values, point.weights);
  evaluate_scores(data, columns, point);
  return point;
}

Eigen::MatrixXd score_gradient(const SoftmaxData& data, const SoftmaxPoint& point) {
  if (!data.design->is_weighted()) return data.indicators - point.probabilities;
  return data.indicators - data.design->weights.asDiagonal() * point.probabilities;
}

Eigen::MatrixXd gradient(const SoftmaxData& data, const SoftmaxColumns& columns,
                         const SoftmaxPoint& point) {
  Eigen::MatrixXd result = transposed_with_skinny(columns.values, score_gradient(data, point));
  result -= columns.ridges.asDiagonal() * times_k(point.weights, data.classes);
  return result;
}

Eigen::MatrixXd gradient(const SoftmaxData& data, const ThinColumns& columns,
                         const SoftmaxPoint& point) {
  const Eigen::MatrixXd open = score_gradient(data, point);
  Eigen::MatrixXd result = columns.entries.transpose() * open;
  result += columns.elsewhere * open.colwise().sum();
  result -= columns.ridges.asDiagonal() * times_k(point.weights, data.classes);
  return result;
}

Eigen::MatrixXd covariance_times(const SoftmaxData& data, const SoftmaxPoint& point,
                                 Eigen::MatrixXd change) {
  const Index rows = change.rows();
  Eigen::ArrayXd mean(std::min(rows_at_once, rows));
  for (Index begin = 0; begin < rows; begin += rows_at_once) {
    const Index size = std::min(rows_at_once, rows - begin);
    const auto p = point.probabilities.middleRows(begin, size).array();
    auto u = change.middleRows(begin, size).array();
    mean.head(size).setZero();
    for (Index c = 0; c < u.cols(); ++c) mean.head(size) += p.col(c) * u.col(c);
    for (Index c = 0; c < u.cols(); ++c) u.col(c) = p.col(c) * (u.col(c) - mean.head(size));
  }
  return weighed(*data.design, std::move(change));
}

Eigen::MatrixXd curvature_times(const SoftmaxData& data, const SoftmaxColumns& columns,
                                const SoftmaxPoint& point, const Eigen::MatrixXd& direction,
                                const Eigen::MatrixXd& score_change) {
  Eigen::MatrixXd result =
      transposed_with_skinny(columns.values, covariance_times(data, point, score_change));
  result += columns.ridges.asDiagonal() * times_k(direction, data.classes);
  return result;
}

template <class Scalar>
Eigen::MatrixX<Scalar> curvature(const SoftmaxData& data, const SoftmaxColumns& columns,
                                 const SoftmaxPoint& point, Workers* workers) {
  const Eigen::MatrixX<Scalar>& values = columns.values.template cast<Scalar>();
  return curvature_from<Scalar>(data, columns.ridges, point, workers, [&](const auto& weights) {
    return weighted_gram<Scalar>(values, weights.template cast<Scalar>());
  });
}

template Eigen::MatrixXf curvature<float>(const SoftmaxData&, const SoftmaxColumns&,
                                          const SoftmaxPoint&, Workers*);
template Eigen::MatrixXd curvature<double>(const SoftmaxData&, const SoftmaxColumns&,
                                           const SoftmaxPoint&, Workers*);

Eigen::MatrixXd curvature(const SoftmaxData& data, const ThinColumns& columns,
                          const SoftmaxPoint& point, Workers* workers) {
  return curvature_from<double>(data, columns.ridges, point, workers, [&](const auto& weights) {
    return weighted_gram(columns, weights);
  });
}

Eigen::MatrixXd without_row(const Eigen::MatrixXd& matrix, Index row) {
  Eigen::MatrixXd result(matrix.rows() - 1, matrix.cols());
  result.topRows(row) = matrix.topRows(row);
  result.bottomRows(result.rows() - row) = matrix.bottomRows(result.rows() - row);
  return result;
}

Eigen::MatrixXd without_column(const Eigen::MatrixXd& matrix, Index column) {
  Eigen::MatrixXd result(matrix.rows(), matrix.cols() - 1);
  result.leftCols(column) = matrix.leftCols(column);
  result.rightCols(result.cols() - column) = matrix.rightCols(result.cols() - column);
  return result;
}

}  // namespace holdfast::linalg
