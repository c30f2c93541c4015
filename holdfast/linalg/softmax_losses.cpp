#include "holdfast/linalg/softmax_losses.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/linalg/skinny_products.hpp"
#include "holdfast/linalg/softmax_inverse_updates.hpp"

namespace holdfast::linalg {
namespace {

constexpr std::size_t solved_at_once = 4;
constexpr double no_bar = -std::numeric_limits<double>::infinity();

/// The largest first, ties to the first column.
constexpr auto larger_bound = [](const auto& a, const auto& b) {
  return a.bound != b.bound ? a.bound > b.bound : a.column < b.column;
};

}  // namespace

LossSearch::LossSearch(const SoftmaxData& data, const SoftmaxModel& model, const NewtonGoal& goal,
                       double value, Workers& workers)
    : data_(data), model_(model), goal_(goal), value_(value), workers_(workers), bar_(no_bar) {}

Eigen::MatrixXd LossSearch::responses_to(std::span<const Bounded> columns) const {
  const Index q = model_.columns.count();
  const Index m = data_.outputs();
  Eigen::MatrixXd responses(q, m * static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ReducedCurvature reduced(model_.inverse, q, m, columns[k].column);
    responses.middleCols(m * static_cast<Index>(k), m) =
        reduced.response(model_.point.weights.row(columns[k].column));
  }
  return responses;
}

void LossSearch::bound_roughly(std::span<Bounded> columns) const {
  std::vector<SinglePrecisionObjective::Value> values(columns.size());
  rough_->at(responses_to(columns), values);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    columns[k].bound = model_.point.objective - values[k].value + values[k].error;
    columns[k].slack = 2.0 * values[k].error;
  }
}

void LossSearch::bound(std::span<Bounded> columns) const {
  const auto& point = model_.point;
  const Index m = data_.outputs();
  const Eigen::MatrixXd responses = responses_to(columns);
  const Eigen::MatrixXd changes = model_.columns.values * responses;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Index first = m * static_cast<Index>(k);
    const Eigen::MatrixXd weights = point.weights + responses.middleCols(first, m);
    const Eigen::MatrixXd scores = point.scores + changes.middleCols(first, m);
    columns[k].bound = point.objective - objective_at(data_, model_.columns, weights, scores);
    columns[k].slack = 0.0;
  }
}

NewtonResult LossSearch::refit_without(Index column, NewtonGoal goal) const {
  const auto& point = model_.point;
  const auto& columns = model_.columns;
  const ReducedCurvature reduced(model_.inverse, columns.count(), data_.outputs(), column);
  Eigen::MatrixXd start = point.weights + reduced.response(point.weights.row(column));
  start.row(column).setZero();
  goal.left_out = column;
  return maximize(data_, columns, evaluate(data_, columns, std::move(start)), &reduced, goal);
}

std::optional<RemovedColumn> LossSearch::solve(Index column, double bar) const {
  NewtonGoal goal = goal_;
  goal.enough_above = model_.point.objective - bar;
  auto result = refit_without(column, goal);
  if (result.stopped_early) return std::nullopt;
  return RemovedColumn{column, std::max(0.0, model_.point.objective - result.point.objective),
                       without_row(result.point.weights, column)};
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
  sharpen(open, bar_);
  std::erase_if(open, [&](const Bounded& column) { return column.bound < bar_; });
  std::sort(open.begin(), open.end(), larger_bound);
}

template <class Bound>
void LossSearch::share_bounds(std::span<Bounded> open, const Bound& bound) const {
  const auto chunk = static_cast<std::size_t>(std::clamp<Index>(64 / data_.outputs(), 4, 16));
  workers_.share_range(open.size(), chunk, [&](std::size_t begin, std::size_t end) {
    bound(open.subspan(begin, end - begin));
  });
}

void LossSearch::fill_bounds(std::span<Bounded> open) {
  if (!rough_) rough_.emplace(data_, model_.columns, model_.point);
  share_bounds(open, [this](std::span<Bounded> part) { bound_roughly(part); });
}

void LossSearch::sharpen(std::span<Bounded> columns, double bar) const {
  const auto end = std::ranges::partition(columns, [bar](const Bounded& column) {
    return column.bound >= bar && column.bound - column.slack < bar;
  });
  const auto count = static_cast<std::size_t>(end.begin() - columns.begin());
  share_bounds(columns.first(count), [this](std::span<Bounded> part) { bound(part); });
}

std::vector<LossSearch::Bounded> LossSearch::estimates(std::span<const Index> columns) const {
  std::vector<Bounded> estimates;
  for (const Index column : columns) {
    const ReducedCurvature reduced(model_.inverse, model_.columns.count(), data_.outputs(), column);
    estimates.push_back({column, reduced.quadratic_loss(model_.point.weights.row(column))});
  }
  return estimates;
}

std::vector<RemovedColumn> LossSearch::largest(std::span<const Index> columns, std::size_t count) {
  std::vector<Bounded> open;
  for (const Index column : columns) open.push_back({column});
  fill_bounds(open);
  std::sort(open.begin(), open.end(), larger_bound);
  return largest(std::move(open), std::min(count, columns.size()));
}

std::vector<RemovedColumn> LossSearch::largest(std::vector<Bounded> open, std::size_t count) {
  solve_first(open, count, count);
  while (!open.empty()) solve_first(open, solved_at_once, count);
  return std::move(found_);
}

double LossSearch::bound_from_below(Index column, double wanted) const {
  const auto& columns = model_.columns;
  const ReducedCurvature reduced(model_.inverse, columns.count(), data_.outputs(), column);
  const Eigen::MatrixXd response = reduced.response(model_.point.weights.row(column));
  const Eigen::MatrixXd change = product_with_skinny(columns.values, response);
  const double foreseen = -bound_on_progress(data_, columns, model_.point, slope_, change, column);
  if (foreseen > wanted) return foreseen;
  SoftmaxPoint point;
  point.weights = model_.point.weights + response;
  point.scores = model_.point.scores + change;
  evaluate_scores(data_, columns, point);
  Eigen::MatrixXd slope = gradient(data_, columns, point);
  slope.row(column).setZero();
  const Eigen::MatrixXd step = product_with_skinny(columns.values, reduced.times(slope));
  const double progress = bound_on_progress(data_, columns, point, slope, step, column);
  return model_.point.objective - point.objective - progress;
}

double LossSearch::margin(double loss) const {
  return 2.0 * TieRule::width(loss, value_) + 1e-12 * goal_.scale;
}

bool LossSearch::all_exceed(std::span<Bounded> columns, double bar) const {
  const auto raise = [&](std::size_t k) {
    auto& column = columns[k];
    if (column.from_below <= bar) column.from_below = bound_from_below(column.column, bar);
  };
  raise(columns.size() - 1);
  if (columns.back().from_below <= bar) return false;
  workers_.share(columns.size() - 1, raise);
  return std::ranges::min(columns, {}, &Bounded::from_below).from_below > bar;
}

bool LossSearch::exceeds(const Bounded& column, double pivot) const {
  const double bar = pivot + margin(pivot);
  if (column.from_below > bar || bound_from_below(column.column, bar) > bar) return true;
  NewtonGoal goal = goal_;
  goal.beaten_below = model_.point.objective - bar;
  goal.enough_above = model_.point.objective - pivot;
  const auto result = refit_without(column.column, goal);
  return model_.point.objective - result.point.objective > bar ||
         (result.stopped_early && result.point.objective <= goal.enough_above);
}

/// The column that is `count`-th by upper bounds is refitted; its loss is the pivot. Columns proven
/// above the pivot belong to the largest if there is room; refits decide the other places.
std::vector<Index> LossSearch::largest_set(std::span<const Bounded> by_bound, std::size_t count) {
  const Index last = by_bound[count - 1].column;
  const double pivot = solve(last, no_bar)->loss;
  ++solved_;
  std::vector<char> above(by_bound.size(), 0);
  workers_.share(by_bound.size(), [&](std::size_t k) {
    const auto& column = by_bound[k];
    if (column.column != last && column.bound > pivot) above[k] = exceeds(column, pivot) ? 1 : 0;
  });
  std::vector<Bounded> larger;
  std::vector<Bounded> others;
  for (std::size_t k = 0; k < by_bound.size(); ++k) {
    (above[k] != 0 ? larger : others).push_back(by_bound[k]);
  }
  if (larger.size() > count) return largest_set(larger, count);
  std::vector<Index> set;
  for (const auto& column : larger) set.push_back(column.column);
  const std::size_t places = count - larger.size();
  if (places == 0) return set;
  std::vector<Item> names;
  std::vector<double> losses;
  for (const auto& column : largest(std::move(others), places)) {
    names.push_back(static_cast<Item>(column.column));
    losses.push_back(column.loss);
  }
  for (const auto& winner : largest_scores(names, losses, places, value_)) {
    set.push_back(winner.item);
  }
  return set;
}

RemovedColumn LossSearch::first_of_largest(std::span<const Index> columns, std::size_t count) {
  if (count >= columns.size()) return {columns.front(), 0.0, {}};
  slope_ = gradient(data_, model_.columns, model_.point);
  auto bounds = estimates(columns);
  std::sort(bounds.begin(), bounds.end(), larger_bound);
  const std::span likely(bounds.data(), count);
  const std::span others(bounds.data() + count, bounds.size() - count);
  fill_bounds(others);
  // Skips the members that `count` columns are quickly proven to exceed.
  const auto other_place = [&](Index column) {
    return std::ranges::find(others, column, &Bounded::column);
  };
  const auto first = std::ranges::find_if(columns, [&](Index column) {
    const auto other = other_place(column);
    if (other == others.end()) return true;
    if (all_exceed(likely, other->bound + margin(other->bound))) return false;
    if (other->slack == 0.0) return true;
    bound(std::span(&*other, 1));
    return !all_exceed(likely, other->bound + margin(other->bound));
  });
  RemovedColumn solved;
  double bar = no_bar;
  if (other_place(*first) == others.end()) {
    // It is one of them if at most `count` can lose as much.
    solved = *solve(*first, no_bar);
    ++solved_;
    bar = solved.loss - margin(solved.loss);
    sharpen(others, bar);
    if (std::ranges::max(others, {}, &Bounded::bound).bound < bar) return solved;
  }
  fill_bounds(likely);
  sharpen(likely, bar);
  std::sort(bounds.begin(), bounds.end(), larger_bound);
  if (bounds[count].bound < bar) return solved;
  const auto largest = largest_set(bounds, count);
  const Index winner = *std::ranges::find_first_of(columns, largest);
  if (winner == solved.column && solved.weights.size() > 0) return solved;
  return {winner, 0.0, {}};
}

std::vector<double> LossSearch::all(std::span<const Index> columns) {
  std::vector<double> losses(columns.size());
  workers_.share(columns.size(),
                 [&](std::size_t k) { losses[k] = solve(columns[k], no_bar)->loss; });
  solved_ += static_cast<std::int64_t>(columns.size());
  return losses;
}

}  // namespace holdfast::linalg
