#include "holdfast/linalg/softmax_losses.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/linalg/softmax_border.hpp"
#include "holdfast/linalg/thin_products.hpp"

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

NewtonResult LossSearch::refit_without(Index column, const NewtonGoal& goal) const {
  const auto& point = model_.point;
  const ReducedCurvature reduced(model_.inverse, model_.columns.count(), data_.outputs(), column);
  const SoftmaxColumns columns{without_column(model_.columns.values, column),
                               without_row(model_.columns.ridges, column)};
  const Eigen::MatrixXd moved = point.weights + reduced.response(point.weights.row(column));
  auto start = evaluate(data_, columns, without_row(moved, column));
  return maximize(data_, columns, std::move(start), &reduced, goal);
}

std::optional<RemovedColumn> LossSearch::solve(Index column, double bar) const {
  NewtonGoal goal = goal_;
  goal.enough_above = model_.point.objective - bar;
  auto result = refit_without(column, goal);
  if (result.stopped_early) return std::nullopt;
  return RemovedColumn{column, std::max(0.0, model_.point.objective - result.point.objective),
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

void LossSearch::fill_bounds(std::span<Bounded> open) const {
  const auto chunk = static_cast<std::size_t>(std::clamp<Index>(64 / data_.outputs(), 4, 16));
  workers_.share_range(open.size(), chunk, [&](std::size_t begin, std::size_t end) {
    bound(open.subspan(begin, end - begin));
  });
}

std::vector<LossSearch::Bounded> LossSearch::sorted_bounds(std::span<const Index> columns) const {
  std::vector<Bounded> open;
  for (const Index column : columns) open.push_back({column, 0.0});
  fill_bounds(open);
  std::sort(open.begin(), open.end(), [](const Bounded& a, const Bounded& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.column < b.column;
  });
  return open;
}

std::vector<RemovedColumn> LossSearch::largest(std::span<const Index> columns, std::size_t count) {
  count = std::min(count, columns.size());
  auto open = sorted_bounds(columns);
  solve_first(open, count, count);
  while (!open.empty()) solve_first(open, wave_size, count);
  return std::move(found_);
}

double LossSearch::bound_from_below(Index column) const {
  const auto& columns = model_.columns;
  const ReducedCurvature reduced(model_.inverse, columns.count(), data_.outputs(), column);
  const Eigen::MatrixXd response = reduced.response(model_.point.weights.row(column));
  SoftmaxPoint point;
  point.weights = model_.point.weights + response;
  point.scores = model_.point.scores + product_with_thin(columns.values, response);
  evaluate_scores(data_, columns, point);
  const Eigen::MatrixXd slope = gradient(data_, columns, point);
  const Eigen::MatrixXd step = with_zero_row(reduced.times(without_row(slope, column)), column);
  const double progress = bound_on_progress(data_, columns, point, slope,
                                            product_with_thin(columns.values, step), column);
  return model_.point.objective - point.objective - progress;
}

double LossSearch::margin(double loss) const {
  return 2.0 * TieRule::width(loss, value_) + 1e-12 * goal_.scale;
}

bool LossSearch::exceeds(Index column, double pivot) const {
  const double bar = pivot + margin(pivot);
  if (bound_from_below(column) > bar) return true;
  NewtonGoal goal = goal_;
  goal.beaten_below = model_.point.objective - bar;
  goal.enough_above = model_.point.objective - pivot;
  const auto result = refit_without(column, goal);
  return model_.point.objective - result.point.objective > bar ||
         (result.stopped_early && result.point.objective <= goal.enough_above);
}

/// The column at the last place by upper bounds is refitted; its loss is the pivot. Those proven
/// above it belong if they fit in; who fills the other places is found by refits.
std::vector<Index> LossSearch::largest_set(std::span<const Bounded> by_bound, std::size_t count) {
  const Index last = by_bound[count - 1].column;
  const double pivot = solve(last, minus_infinity)->loss;
  ++solved_;
  std::vector<char> above(by_bound.size(), 0);
  workers_.share(by_bound.size(), [&](std::size_t k) {
    const auto& [column, bound] = by_bound[k];
    if (column != last && bound > pivot) above[k] = exceeds(column, pivot) ? 1 : 0;
  });
  std::vector<Bounded> larger_bounds;
  std::vector<Index> larger;
  std::vector<Index> others;
  for (std::size_t k = 0; k < by_bound.size(); ++k) {
    (above[k] != 0 ? larger : others).push_back(by_bound[k].column);
    if (above[k] != 0) larger_bounds.push_back(by_bound[k]);
  }
  if (larger.size() > count) return largest_set(larger_bounds, count);
  if (larger.size() == count) return larger;
  std::vector<Item> names;
  std::vector<double> losses;
  for (const auto& column : largest(others, count - larger.size())) {
    names.push_back(static_cast<Item>(column.column));
    losses.push_back(column.loss);
  }
  for (const auto& winner : largest_scores(names, losses, count - larger.size(), value_))
    larger.push_back(winner.item);
  return larger;
}

/// If no more than `count` can lose as much as it, for which those of small loss are bounded.
std::optional<RemovedColumn> LossSearch::try_first(std::span<const Index> columns,
                                                   std::size_t count) {
  std::vector<Bounded> by_estimate;
  for (const Index column : columns) {
    const ReducedCurvature reduced(model_.inverse, model_.columns.count(), data_.outputs(), column);
    by_estimate.push_back({column, reduced.quadratic_loss(model_.point.weights.row(column))});
  }
  const double of_first = by_estimate.front().bound;
  const auto small = by_estimate.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(by_estimate.begin(), small, by_estimate.end(),
                   [](const Bounded& a, const Bounded& b) { return a.bound > b.bound; });
  if (of_first <= small->bound) return {};
  auto solved = *solve(columns.front(), minus_infinity);
  ++solved_;
  const std::span others(small, by_estimate.end());
  fill_bounds(others);
  const double bar = solved.loss - margin(solved.loss);
  if (std::ranges::max(others, {}, &Bounded::bound).bound < bar) return solved;
  return {};
}

RemovedColumn LossSearch::first_of_largest(std::span<const Index> columns, std::size_t count) {
  if (auto first = try_first(columns, count)) return std::move(*first);
  const auto by_bound = sorted_bounds(columns);
  std::vector<Index> largest;
  for (const Index column : columns) {
    const auto place = std::ranges::find(by_bound, column, &Bounded::column) - by_bound.begin();
    if (largest.empty() && static_cast<std::size_t>(place) < count) {
      auto solved = *solve(column, minus_infinity);
      ++solved_;
      const double bar = solved.loss - margin(solved.loss);
      if (by_bound[count].bound < bar) return solved;  // no more than `count` can reach it
    }
    if (largest.empty()) largest = largest_set(by_bound, count);
    if (std::ranges::find(largest, column) != largest.end()) return {column, 0.0, {}};
  }
  throw std::logic_error("none of the columns is among their largest");
}

std::vector<double> LossSearch::all(std::span<const Index> columns) {
  std::vector<double> losses(columns.size());
  workers_.share(columns.size(),
                 [&](std::size_t k) { losses[k] = solve(columns[k], minus_infinity)->loss; });
  solved_ += static_cast<std::int64_t>(columns.size());
  return losses;
}

}  // namespace holdfast::linalg
