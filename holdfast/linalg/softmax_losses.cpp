#include "holdfast/linalg/softmax_losses.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "holdfast/linalg/softmax_border.hpp"

namespace holdfast::linalg {
namespace {

constexpr std::size_t wave_size = 4;
constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

}  // namespace

LossSearch::LossSearch(const SoftmaxData& data, const SoftmaxModel& model, const NewtonGoal& goal,
                       double value, Workers& workers)
    : data_(data),
      model_(model),
      goal_(goal),
      value_(value),
      workers_(workers),
      bar_(minus_infinity) {}

void LossSearch::bound(std::span<Bounded> columns) const {
  const auto& point = model_.point;
  const Index q = model_.columns.count();
  const Index m = data_.outputs();
  Eigen::MatrixXd responses(q, m * static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ReducedCurvature reduced(model_.inverse, q, m, columns[k].column);
    responses.middleCols(m * static_cast<Index>(k), m) =
        reduced.response(point.weights.row(columns[k].column));
  }
  const Eigen::MatrixXd changes = model_.columns.values * responses;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Index first = m * static_cast<Index>(k);
    const Eigen::MatrixXd weights = point.weights + responses.middleCols(first, m);
    const Eigen::MatrixXd scores = point.scores + changes.middleCols(first, m);
    columns[k].bound = point.objective - objective_at(data_, model_.columns, weights, scores);
  }
}

std::optional<RemovedColumn> LossSearch::solve(Index column, double bar) const {
  const auto& point = model_.point;
  const ReducedCurvature reduced(model_.inverse, model_.columns.count(), data_.outputs(), column);
  const SoftmaxColumns columns{without_column(model_.columns.values, column),
                               without_row(model_.columns.ridges, column)};
  const Eigen::MatrixXd moved = point.weights + reduced.response(point.weights.row(column));
  auto start = evaluate(data_, columns, without_row(moved, column));
  NewtonGoal goal = goal_;
  goal.enough_above = point.objective - bar;
  auto result = maximize(data_, columns, std::move(start), &reduced, goal);
  if (result.stopped_early) return std::nullopt;
  return RemovedColumn{column, std::max(0.0, point.objective - result.point.objective),
                       std::move(result.point.weights)};
}

double LossSearch::bar(std::size_t count) const {
  std::vector<double> losses;
  for (const auto& column : found_) losses.push_back(column.loss);
  return bar_of_largest(std::move(losses), count, value_, goal_.scale);
}

void LossSearch::solve_first(std::vector<Bounded>& open, std::size_t wave, std::size_t count) {
  std::vector<std::optional<RemovedColumn>> results(std::min(wave, open.size()));
  workers_.share(results.size(), [&](std::size_t k) { results[k] = solve(open[k].column, bar_); });
  solved_ += static_cast<std::int64_t>(results.size());
  for (auto& result : results) {
    if (result) found_.push_back(std::move(*result));
  }
  open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(results.size()));
  bar_ = bar(count);
  std::erase_if(open, [&](const Bounded& column) { return column.bound < bar_; });
}

std::vector<RemovedColumn> LossSearch::largest(std::span<const Index> columns, std::size_t count) {
  count = std::min(count, columns.size());
  std::vector<Bounded> open;
  for (const Index column : columns) open.push_back({column, 0.0});
  const auto chunk = static_cast<std::size_t>(std::clamp<Index>(64 / data_.outputs(), 4, 16));
  workers_.share_range(open.size(), chunk, [&](std::size_t begin, std::size_t end) {
    bound(std::span(open).subspan(begin, end - begin));
  });
  std::sort(open.begin(), open.end(), [](const Bounded& a, const Bounded& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.column < b.column;
  });
  solve_first(open, count, count);
  while (!open.empty()) solve_first(open, wave_size, count);
  return std::move(found_);
}

std::vector<double> LossSearch::all(std::span<const Index> columns) {
  std::vector<double> losses(columns.size());
  workers_.share(columns.size(),
                 [&](std::size_t k) { losses[k] = solve(columns[k], minus_infinity)->loss; });
  solved_ += static_cast<std::int64_t>(columns.size());
  return losses;
}

}  // namespace holdfast::linalg
