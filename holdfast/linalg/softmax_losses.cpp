#include "holdfast/linalg/softmax_losses.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/linalg/softmax_border.hpp"

namespace holdfast::linalg {

LossSearch::LossSearch(const SoftmaxData& data, const SoftmaxModel& model, const NewtonGoal& goal,
                       double value, Workers& workers)
    : data_(data), model_(model), goal_(goal), value_(value), workers_(workers) {}

LossSearch::Bounds LossSearch::bound(Index column) const {
  const auto& point = model_.point;
  const Index q = model_.columns.count();
  const ReducedCurvature reduced(model_.inverse, q, data_.outputs(), column);
  const Eigen::RowVectorXd leaving = point.weights.row(column);
  SoftmaxPoint next;
  const Eigen::MatrixXd response = reduced.response(leaving);
  Eigen::MatrixXd change = model_.columns.values * response;
  next.weights = point.weights + response;
  next.scores = point.scores + change;
  evaluate_scores(data_, model_.columns, next);

  double lower = reduced.quadratic_loss(leaving) -
                 0.5 * model_.columns.ridges[column] * square_k(leaving, data_.classes);
  for (Index i = 0; i < q; ++i) {
    if (i == column) continue;
    lower -= 0.5 * model_.columns.ridges[i] * square_k(response.row(i), data_.classes);
  }
  lower -= entropy_of_change(point, std::move(change));
  const double margin = 1e-12 * goal_.scale;
  return {column, std::max(0.0, lower - margin), point.objective - next.objective + margin};
}

RemovedColumn LossSearch::solve(Index column) const {
  const auto& point = model_.point;
  const ReducedCurvature reduced(model_.inverse, model_.columns.count(), data_.outputs(), column);
  const SoftmaxColumns columns{without_column(model_.columns.values, column),
                               without_row(model_.columns.ridges, column)};
  const Eigen::MatrixXd moved = point.weights + reduced.response(point.weights.row(column));
  auto start = evaluate(data_, columns, without_row(moved, column));
  auto result = maximize(data_, columns, std::move(start), &reduced, goal_);
  return {column, std::max(0.0, point.objective - result.point.objective),
          std::move(result.point.weights)};
}

std::vector<RemovedColumn> LossSearch::solve_each(std::span<const Index> columns) {
  std::vector<RemovedColumn> results(columns.size());
  workers_.share(columns.size(), [&](std::size_t k) { results[k] = solve(columns[k]); });
  solved_ += static_cast<std::int64_t>(columns.size());
  return results;
}

std::vector<RemovedColumn> LossSearch::largest(std::span<const Index> columns, std::size_t count) {
  std::vector<Bounds> bounds(columns.size());
  workers_.share(columns.size(), [&](std::size_t k) { bounds[k] = bound(columns[k]); });
  count = std::min(count, columns.size());
  std::vector<double> lower;
  for (const auto& b : bounds) lower.push_back(b.lower);
  std::nth_element(lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(count - 1),
                   lower.end(), std::greater<>());
  const double bar = lower[count - 1] - 2.0 * TieRule::width(lower[count - 1], value_);
  std::vector<Index> open;
  for (const auto& b : bounds) {
    if (b.upper >= bar) open.push_back(b.column);
  }
  return solve_each(open);
}

std::vector<double> LossSearch::all(std::span<const Index> columns) {
  std::vector<double> losses(columns.size());
  workers_.share(columns.size(), [&](std::size_t k) { losses[k] = solve(columns[k]).loss; });
  solved_ += static_cast<std::int64_t>(columns.size());
  return losses;
}

}  // namespace holdfast::linalg
