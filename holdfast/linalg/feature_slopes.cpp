#include "holdfast/linalg/feature_slopes.hpp"

namespace holdfast::linalg {
namespace {

/// Of the classes, summed over rows whose probabilities have these masses.
Eigen::MatrixXd covariance(const Eigen::MatrixXd& masses, const Eigen::MatrixXd& probabilities) {
  Eigen::MatrixXd result = -(probabilities.transpose() * masses);
  result.diagonal() += masses.colwise().sum().transpose();
  return result;
}

}  // namespace

FeatureSlopes::FeatureSlopes(const SoftmaxData& data, const SoftmaxPoint& point)
    : data_(data),
      point_(point),
      open_(score_gradient(data_, point_)),
      products_(*data_.design, open_) {
  if (data_.design->is_sparse())
    everywhere_ = covariance(weighed(*data_.design, point_.probabilities), point_.probabilities);
}

Eigen::MatrixXd FeatureSlopes::own_curvature(Index feature) const {
  const auto& design = *data_.design;
  const auto which = static_cast<std::size_t>(feature);
  Eigen::MatrixXd result;
  if (design.is_sparse() && design.is_zero[which]) {
    result.setZero(data_.outputs(), data_.outputs());
  } else if (design.is_sparse() && design.is_thin[which]) {
    result = thin_curvature(feature);
  } else {
    const Eigen::VectorXd squares =
        weighed(design, Eigen::VectorXd(design.column(feature).cwiseAbs2()));
    const Eigen::MatrixXd weighted = squares.asDiagonal() * point_.probabilities;
    result = covariance(weighted, point_.probabilities);
  }
  result.array() -= data_.ridges[feature] / static_cast<double>(data_.classes);
  result.diagonal().array() += data_.ridges[feature];
  return result;
}

/// That of all rows as if they had no entry, and what the entries change.
Eigen::MatrixXd FeatureSlopes::thin_curvature(Index feature) const {
  const auto& design = *data_.design;
  const auto where = design.rows_of(feature);
  const auto what = design.entries.column_values(static_cast<std::size_t>(feature));
  const double square = design.elsewhere[feature] * design.elsewhere[feature];
  Eigen::MatrixXd here(std::ssize(where), data_.outputs());
  Eigen::VectorXd more(here.rows());
  for (Index i = 0; i < here.rows(); ++i) {
    const Index row = where[static_cast<std::size_t>(i)];
    const double x = design.scaled(feature, what[static_cast<std::size_t>(i)]);
    here.row(i) = point_.probabilities.row(row);
    more[i] = (x * x - square) * (design.is_weighted() ? design.weights[row] : 1.0);
  }
  return square * everywhere_ + covariance(more.asDiagonal() * here, here);
}

}  // namespace holdfast::linalg
