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

ReducedCurvature inverse_without(const FittedPart& part, Index column) {
  return {part.model.inverse, part.model.columns.count(), part.data.outputs(), column};
}

/// How the weights change when each column leaves and the others adapt best in the quadratic model:
/// q x m blocks side by side.
template <class Column>
Eigen::MatrixXd responses_to(std::span<const Column> columns, const FittedPart& part) {
  const Index m = part.data.outputs();
  Eigen::MatrixXd responses(part.model.columns.count(), m * static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    responses.middleCols(m * static_cast<Index>(k), m) =
        inverse_without(part, columns[k].column)
            .response(part.model.point.weights.row(columns[k].column));
  }
  return responses;
}

NewtonResult refit_without(Index column, const FittedPart& part, NewtonGoal goal) {
  const auto& [data, model, part_goal] = part;
  const ReducedCurvature reduced = inverse_without(part, column);
  Eigen::MatrixXd start = model.point.weights + reduced.response(model.point.weights.row(column));
  start.row(column).setZero();
  goal.left_out = column;
  return maximize(data, model.columns, evaluate(data, model.columns, std::move(start)), &reduced,
                  goal);
}

/// How one part's model adapts when a column leaves, in the quadratic model.
class Adapted {
 public:
  Adapted(const FittedPart& part, Index column)
      : part_(part),
        column_(column),
        reduced_(inverse_without(part, column)),
        response_(reduced_.response(part.model.point.weights.row(column))),
        change_(product_with_skinny(part.model.columns.values, response_)) {}

  /// A lower bound on the loss, at the probabilities that the quadratic model predicts. `slope` is
  /// the gradient at the model.
  double foreseen_loss(const Eigen::MatrixXd& slope) const {
    const auto& [data, model, goal] = part_;
    return -bound_on_progress(data, model.columns, model.point, slope, change_, column_);
  }

  /// The same at the Newton step from there.
  double proven_loss() const {
    const auto& [data, model, goal] = part_;
    SoftmaxPoint point;
    point.weights = model.point.weights + response_;
    point.scores = model.point.scores + change_;
    evaluate_scores(data, model.columns, point);
    Eigen::MatrixXd slope = gradient(data, model.columns, point);
    slope.row(column_).setZero();
    const Eigen::MatrixXd step = product_with_skinny(model.columns.values, reduced_.times(slope));
    const double progress = bound_on_progress(data, model.columns, point, slope, step, column_);
    return model.point.objective - point.objective - progress;
  }

 private:
  const FittedPart& part_;
  Index column_;
  ReducedCurvature reduced_;
  Eigen::MatrixXd response_, change_;  // of weights and of scores
};

}  // namespace

LossSearch::LossSearch(std::vector<FittedPart> parts, double value, Workers& workers)
    : parts_(std::move(parts)),
      scale_(scale_of(parts_)),
      value_(value),
      workers_(workers),
      bar_(no_bar) {}

void LossSearch::bound_roughly(std::span<Bounded> columns) const {
  for (auto& column : columns) column.bound = column.slack = 0.0;
  std::vector<SinglePrecisionObjective::Value> values(columns.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    rough_[p].at(responses_to<Bounded>(columns, parts_[p]), values);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      columns[k].bound += parts_[p].model.point.objective - values[k].value + values[k].error;
      columns[k].slack += 2.0 * values[k].error;
    }
  }
}

void LossSearch::bound(std::span<Bounded> columns) const {
  for (auto& column : columns) column.bound = column.slack = 0.0;
  for (const auto& part : parts_) {
    const auto& [data, model, goal] = part;
    const Index m = data.outputs();
    const Eigen::MatrixXd responses = responses_to<Bounded>(columns, part);
    const Eigen::MatrixXd changes = model.columns.values * responses;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Index first = m * static_cast<Index>(k);
      const Eigen::MatrixXd weights = model.point.weights + responses.middleCols(first, m);
      const Eigen::MatrixXd scores = model.point.scores + changes.middleCols(first, m);
      columns[k].bound +=
          model.point.objective - objective_at(data, model.columns, weights, scores);
    }
  }
}

double LossSearch::loss_before_last(Index column, std::vector<Eigen::MatrixXd>* weights) const {
  double loss = 0.0;
  for (const auto& part : std::span(parts_).first(parts_.size() - 1)) {
    const auto result = refit_without(column, part, part.goal);
    loss += std::max(0.0, part.model.point.objective - result.point.objective);
    if (weights) weights->push_back(without_row(result.point.weights, column));
  }
  return loss;
}

std::optional<RemovedColumn> LossSearch::solve(Index column, double bar) const {
  RemovedColumn removed{column, 0.0, {}};
  removed.loss = loss_before_last(column, &removed.weights);
  const auto& last = parts_.back();
  const double before = last.model.point.objective;
  NewtonGoal goal = last.goal;
  goal.enough_above = before - (bar - removed.loss);
  const auto result = refit_without(column, last, goal);
  if (result.stopped_early) return std::nullopt;
  removed.loss += std::max(0.0, before - result.point.objective);
  removed.weights.push_back(without_row(result.point.weights, column));
  return removed;
}

double LossSearch::bar(std::size_t count) const {
  std::vector<double> losses;
  for (const auto& column : found_) losses.push_back(column.loss);
  return bar_of_largest(std::move(losses), count, value_, scale_);
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
  const auto chunk =
      static_cast<std::size_t>(std::clamp<Index>(64 / parts_.front().data.outputs(), 4, 16));
  workers_.share_range(open.size(), chunk, [&](std::size_t begin, std::size_t end) {
    bound(open.subspan(begin, end - begin));
  });
}

void LossSearch::fill_bounds(std::span<Bounded> open) {
  if (rough_.empty()) {
    for (const auto& [data, model, goal] : parts_)
      rough_.emplace_back(data, model.columns, model.point);
  }
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
    estimates.push_back({column});
    for (const auto& part : parts_) {
      estimates.back().bound +=
          inverse_without(part, column).quadratic_loss(part.model.point.weights.row(column));
    }
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
  std::vector<Adapted> adapted;
  double foreseen = 0.0;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    adapted.emplace_back(parts_[p], column);
    foreseen += adapted.back().foreseen_loss(slopes_[p]);
  }
  if (foreseen > wanted) return foreseen;
  double proven = 0.0;
  for (const auto& part : adapted) proven += part.proven_loss();
  return proven;
}

double LossSearch::margin(double loss) const {
  return 2.0 * TieRule::width(loss, value_) + 1e-12 * scale_;
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
  const double before = loss_before_last(column.column, nullptr);
  const auto& last = parts_.back();
  const double objective = last.model.point.objective;
  NewtonGoal goal = last.goal;
  goal.beaten_below = objective - (bar - before);
  goal.enough_above = objective - (pivot - before);
  const auto result = refit_without(column.column, last, goal);
  return before + (objective - result.point.objective) > bar ||
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
  slopes_.clear();
  for (const auto& [data, model, goal] : parts_)
    slopes_.push_back(gradient(data, model.columns, model.point));
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
  if (winner == solved.column && !solved.weights.empty()) return solved;
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
