#include "holdfast/linalg/softmax_inverse_updates.hpp"

#include <algorithm>

namespace holdfast::linalg {
namespace {

/// Where these columns are in vec(V), V q x m.
std::vector<Index> places_of(std::span<const Index> columns, Index q, Index m) {
  std::vector<Index> places;
  for (Index b = 0; b < m; ++b) {
    for (const Index column : columns) places.push_back(b * q + column);
  }
  return places;
}

auto as_vector(const Eigen::MatrixXd& matrix) {
  return Eigen::Map<const Eigen::VectorXd>(matrix.data(), matrix.size());
}

/// D_ab x for all pairs, column b*m + a: how class a changes with the weight of class b.
Eigen::MatrixXd covariances_times(const SoftmaxPoint& point, const Eigen::VectorXd& x) {
  const Index m = point.probabilities.cols();
  Eigen::MatrixXd result(x.size(), m * m);
  for (Index b = 0; b < m; ++b) {
    const Eigen::ArrayXd px = point.probabilities.col(b).array() * x.array();
    for (Index a = 0; a < m; ++a) {
      result.col(b * m + a) = -px * point.probabilities.col(a).array();
    }
    result.col(b * m + b).array() += px;
  }
  return result;
}

}  // namespace

BorderedCurvature::BorderedCurvature(const SoftmaxData& data, const SoftmaxColumns& columns,
                                     const SoftmaxPoint& point, const Eigen::MatrixXd& inverse,
                                     Index feature)
    : inverse_(inverse) {
  const Index q = columns.count();
  const Index m = data.outputs();
  const Eigen::VectorXd x = data.design->column(feature);
  const Eigen::MatrixXd moved = covariances_times(point, weighed(*data.design, x));
  const Eigen::MatrixXd cross = columns.values.transpose() * moved;
  const Eigen::Map<const Eigen::MatrixXd> border(cross.data(), q * m, m);
  const Eigen::VectorXd own = moved.transpose() * x;
  Eigen::MatrixXd schur = Eigen::Map<const Eigen::MatrixXd>(own.data(), m, m);
  schur.array() -= data.ridges[feature] / static_cast<double>(data.classes);
  schur.diagonal().array() += data.ridges[feature];
  answers_.noalias() = inverse * border;
  schur.noalias() -= border.transpose() * answers_;
  schur_.compute(schur);
}

Eigen::MatrixXd BorderedCurvature::times(const Eigen::MatrixXd& gradient) const {
  const Index q = gradient.rows() - 1;
  const Eigen::MatrixXd old = gradient.topRows(q);
  const Eigen::VectorXd joining =
      schur_.solve(gradient.row(q).transpose() - answers_.transpose() * as_vector(old));
  Eigen::MatrixXd result(gradient.rows(), gradient.cols());
  Eigen::VectorXd answer = symmetric_times(inverse_, old);
  answer.noalias() -= answers_ * joining;
  result.topRows(q) = Eigen::Map<const Eigen::MatrixXd>(answer.data(), q, gradient.cols());
  result.row(q) = joining.transpose();
  return result;
}

ReducedCurvature::ReducedCurvature(const Eigen::MatrixXd& inverse, Index columns, Index outputs,
                                   Index leaving)
    : inverse_(inverse),
      columns_(columns),
      outputs_(outputs),
      leaving_(leaving),
      across_(inverse.rows(), outputs) {
  Eigen::MatrixXd block(outputs, outputs);
  for (Index b = 0; b < outputs; ++b) across_.col(b) = inverse.col(b * columns + leaving);
  for (Index a = 0; a < outputs; ++a) block.row(a) = across_.row(a * columns + leaving);
  block_.compute(block);
}

Eigen::MatrixXd ReducedCurvature::times(const Eigen::MatrixXd& gradient) const {
  Eigen::MatrixXd result(columns_, outputs_);
  Eigen::Map<Eigen::VectorXd> answer(result.data(), result.size());
  answer = symmetric_times(inverse_, gradient);
  const Eigen::VectorXd own = result.row(leaving_).transpose();
  answer.noalias() -= across_ * block_.solve(own);
  result.row(leaving_).setZero();
  return result;
}

Eigen::MatrixXd ReducedCurvature::response(const Eigen::RowVectorXd& weights) const {
  Eigen::MatrixXd result(columns_, outputs_);
  Eigen::Map<Eigen::VectorXd>(result.data(), result.size()).noalias() =
      -across_ * block_.solve(weights.transpose());
  result.row(leaving_) = -weights;
  return result;
}

Eigen::MatrixXd ReducedCurvature::matrix() const {
  Eigen::MatrixXd all = inverse_;
  all.noalias() -= across_ * block_.solve(across_.transpose());
  std::vector<Index> staying;
  for (Index i = 0; i < all.rows(); ++i) {
    if (i % columns_ != leaving_) staying.push_back(i);
  }
  return all(staying, staying);
}

double ReducedCurvature::quadratic_loss(const Eigen::RowVectorXd& weights) const {
  return weights * block_.solve(weights.transpose());
}

ReducedModel reduced_model(const Eigen::MatrixXd& inverse, const Eigen::MatrixXd& weights,
                           std::span<const Index> staying) {
  const Index q = weights.rows();
  const Index m = weights.cols();
  std::vector<Index> leaving;
  for (Index column = 0; column < q; ++column) {
    if (std::ranges::find(staying, column) == staying.end()) leaving.push_back(column);
  }
  const auto kept = places_of(staying, q, m);
  const auto lost = places_of(leaving, q, m);
  ReducedModel reduced{
      weights(std::vector<Index>(staying.begin(), staying.end()), Eigen::indexing::all),
      inverse(kept, kept)};
  if (lost.empty() || kept.empty()) return reduced;
  const Eigen::MatrixXd across = inverse(kept, lost);
  const Eigen::LLT<Eigen::MatrixXd> block(inverse(lost, lost));
  const Eigen::VectorXd lost_weights = as_vector(weights)(lost);
  Eigen::Map<Eigen::VectorXd>(reduced.weights.data(), reduced.weights.size()) -=
      across * block.solve(lost_weights);
  reduced.inverse.noalias() -= across * block.solve(across.transpose());
  return reduced;
}

Eigen::MatrixXd with_zero_row(const Eigen::MatrixXd& matrix, Index row) {
  Eigen::MatrixXd result(matrix.rows() + 1, matrix.cols());
  result.topRows(row) = matrix.topRows(row);
  result.row(row).setZero();
  result.bottomRows(matrix.rows() - row) = matrix.bottomRows(matrix.rows() - row);
  return result;
}

}  // namespace holdfast::linalg
