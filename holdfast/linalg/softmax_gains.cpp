#include "holdfast/linalg/softmax_gains.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/linalg/softmax_inverse_updates.hpp"

namespace holdfast::linalg {
namespace {

constexpr int screening_rounds = 5;
constexpr std::size_t wave_size = 4;
constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

std::size_t chunk_size(Index outputs) {
  return static_cast<std::size_t>(std::clamp<Index>(144 / outputs, 8, 64));
}

/// The curvature of one feature alone.
Eigen::MatrixXd own_curvature(const SoftmaxData& data, const SoftmaxPoint& point, Index feature) {
  const Eigen::ArrayXd squares = data.columns.col(feature).array().square();
  const Eigen::MatrixXd weighted = squares.matrix().asDiagonal() * point.probabilities;
  Eigen::MatrixXd result = -(point.probabilities.transpose() * weighted);
  result.diagonal() += weighted.colwise().sum().transpose();
  result.array() -= data.ridges[feature] / static_cast<double>(data.classes);
  result.diagonal().array() += data.ridges[feature];
  return result;
}

/// Makes the guess satisfy guess * image = step (Broyden, Fletcher, Goldfarb, Shanno).
void learn(Eigen::MatrixXd& guess, const Eigen::VectorXd& step, const Eigen::VectorXd& image) {
  const double bend = step.dot(image);
  if (!(bend > 0.0)) return;
  const Eigen::VectorXd mapped = guess * image;
  const double factor = (1.0 + image.dot(mapped) / bend) / bend;
  guess += factor * step * step.transpose() -
           (mapped * step.transpose() + step * mapped.transpose()) / bend;
}

/// By falling value of a member; equal ones by rising feature, so that the order is always the
/// same.
void sort_falling(std::vector<ScreenedColumn*>& columns, double ScreenedColumn::*key) {
  std::sort(columns.begin(), columns.end(), [key](const auto* a, const auto* b) {
    return a->*key != b->*key ? a->*key > b->*key : a->feature < b->feature;
  });
}

}  // namespace

GainSearch::GainSearch(const SoftmaxData& data, const SoftmaxModel& model, const NewtonGoal& goal,
                       double value, Workers& workers)
    : data_(data),
      model_(model),
      goal_(goal),
      value_(value),
      workers_(workers),
      bar_(minus_infinity) {}

double bar_of_largest(std::vector<double> scores, std::size_t count, double value, double scale) {
  if (scores.size() < count) return minus_infinity;
  const auto place = scores.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::nth_element(scores.begin(), place, scores.end(), std::greater<>());
  return *place - 2.0 * TieRule::width(*place, value) - 1e-12 * scale;
}

double GainSearch::bar(std::size_t count) const {
  std::vector<double> gains;
  for (const auto& column : found_) gains.push_back(column.gain);
  return bar_of_largest(std::move(gains), count, value_, goal_.scale);
}

void GainSearch::prepare(std::vector<Candidate>& candidates, SchurGuesses& guesses) {
  if (guesses.empty()) guesses.resize(static_cast<std::size_t>(data_.features()));
  const Eigen::MatrixXd open = data_.indicators - model_.point.probabilities;
  workers_.share_range(candidates.size(), chunk_size(1), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      auto& candidate = candidates[k];
      candidate.slope.noalias() = open.transpose() * data_.columns.col(candidate.feature);
      candidate.bound = square_k_inverse(candidate.slope) / (2.0 * data_.ridges[candidate.feature]);
      auto& guess = guesses[static_cast<std::size_t>(candidate.feature)];
      if (guess.size() == 0)
        guess = own_curvature(data_, model_.point, candidate.feature).inverse();
      candidate.step.noalias() = guess * candidate.slope;
      candidate.estimate = 0.5 * candidate.slope.dot(candidate.step);
    }
  });
}

void GainSearch::screen(std::span<Candidate*> candidates, SchurGuesses& guesses) {
  const SoftmaxGainBounds screening(data_, model_.columns, model_.point, model_.inverse);
  screened_ += static_cast<std::int64_t>(candidates.size());
  const std::size_t chunk = chunk_size(data_.outputs());
  workers_.share_range(candidates.size(), chunk, [&](std::size_t begin, std::size_t end) {
    std::vector<ScreenedColumn> batch;
    for (std::size_t k = begin; k < end; ++k) batch.push_back(*candidates[k]);
    screening.screen(batch);
    for (std::size_t k = begin; k < end; ++k) {
      auto& result = batch[k - begin];
      auto& guess = guesses[static_cast<std::size_t>(result.feature)];
      learn(guess, result.step, result.image);
      result.step.noalias() = guess * result.slope;
      result.bound = std::min(result.bound, candidates[k]->bound);
      *candidates[k] = std::move(result);
    }
  });
}

std::optional<SolvedColumn> GainSearch::solve(Index feature, double bar) const {
  const auto columns = model_.columns.with(data_, feature);
  const BorderedCurvature inverse(data_, model_.columns, model_.point, model_.inverse, feature);
  SoftmaxPoint start = model_.point;
  start.weights = with_zero_row(model_.point.weights, columns.count() - 1);
  NewtonGoal goal = goal_;
  goal.beaten_below = model_.point.objective + bar;
  auto result = maximize(data_, columns, std::move(start), &inverse, goal);
  if (result.stopped_early) return std::nullopt;
  return SolvedColumn{feature, std::max(0.0, result.point.objective - model_.point.objective),
                      std::move(result.point.weights)};
}

void GainSearch::solve_first(std::vector<Candidate*>& open, std::size_t wave, std::size_t count) {
  std::vector<std::optional<SolvedColumn>> results(std::min(wave, open.size()));
  workers_.share(results.size(),
                 [&](std::size_t k) { results[k] = solve(open[k]->feature, bar_); });
  solved_ += static_cast<std::int64_t>(results.size());
  for (auto& result : results) {
    if (result) found_.push_back(std::move(*result));
  }
  open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(results.size()));
  bar_ = bar(count);
  std::erase_if(open, [&](const Candidate* candidate) { return candidate->bound < bar_; });
}

void GainSearch::solve_leaders(std::vector<Candidate*>& open, std::size_t count) {
  sort_falling(open, &Candidate::estimate);
  std::size_t leaders = 0;
  while (leaders < std::min(count, open.size()) &&
         (found_.size() + leaders < count || open[leaders]->estimate > bar_)) {
    ++leaders;
  }
  solve_first(open, leaders, count);
}

std::vector<SolvedColumn> GainSearch::largest(std::span<const Index> features, std::size_t count,
                                              SchurGuesses& guesses) {
  count = std::min(count, features.size());
  std::vector<Candidate> candidates(features.size());
  for (std::size_t k = 0; k < features.size(); ++k) candidates[k].feature = features[k];
  prepare(candidates, guesses);
  std::vector<Candidate*> open;
  for (auto& candidate : candidates) open.push_back(&candidate);

  // A high bar early lets the cheap bounds do most of the work.
  solve_leaders(open, count);
  for (int round = 0; round < screening_rounds && !open.empty(); ++round) {
    screen(open, guesses);
    solve_leaders(open, count);
  }
  sort_falling(open, &Candidate::bound);
  while (!open.empty()) solve_first(open, wave_size, count);
  return std::move(found_);
}

std::vector<double> GainSearch::gains_of_steps(std::span<const Candidate> candidates) const {
  // Computes only what a column adds to the objective: labels, penalty, and the normalizers.
  const Index m = data_.outputs();
  const SoftmaxColumns none{{}, Eigen::VectorXd(0), Eigen::MatrixXd(0, m)};
  const double before = objective_at(data_, none, Eigen::MatrixXd(0, m), model_.point.scores);
  std::vector<double> gains(candidates.size());
  workers_.share_range(candidates.size(), chunk_size(m), [&](std::size_t begin, std::size_t end) {
    Eigen::MatrixXd scores;
    for (std::size_t k = begin; k < end; ++k) {
      const auto& [feature, slope, step, image, estimate, bound] = candidates[k];
      const SoftmaxColumns own{Eigen::MatrixXd(0, 1),
                               Eigen::VectorXd::Constant(1, data_.ridges[feature]),
                               data_.label_sums.row(feature)};
      scores.noalias() = data_.columns.col(feature) * step.transpose();
      scores += model_.point.scores;
      gains[k] = objective_at(data_, own, step.transpose(), scores) - before;
    }
  });
  return gains;
}

std::vector<SolvedColumn> GainSearch::smallest(std::span<const Index> features,
                                               SchurGuesses& guesses) {
  std::vector<Candidate> candidates(features.size());
  for (std::size_t k = 0; k < features.size(); ++k) candidates[k].feature = features[k];
  prepare(candidates, guesses);
  const auto at_least = gains_of_steps(candidates);
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return at_least[k]; });
  double least = std::numeric_limits<double>::infinity();
  // A gain this far above the smallest can neither be the smallest nor tie with it.
  const auto bar = [&] {
    return least + 2.0 * TieRule::width(least, value_) + 1e-12 * goal_.scale;
  };
  for (std::size_t done = 0; done < order.size();) {
    if (std::isfinite(least) && at_least[order[done]] > bar()) break;
    const std::size_t wave = std::min(wave_size, order.size() - done);
    std::vector<SolvedColumn> results(wave);
    workers_.share(wave, [&](std::size_t i) {
      results[i] = *solve(candidates[order[done + i]].feature, minus_infinity);
    });
    for (auto& result : results) {
      least = std::min(least, result.gain);
      found_.push_back(std::move(result));
    }
    solved_ += static_cast<std::int64_t>(wave);
    done += wave;
  }
  return std::move(found_);
}

std::vector<double> GainSearch::all(std::span<const Index> features) {
  std::vector<double> gains(features.size());
  workers_.share(features.size(),
                 [&](std::size_t k) { gains[k] = solve(features[k], minus_infinity)->gain; });
  solved_ += static_cast<std::int64_t>(features.size());
  return gains;
}

}  // namespace holdfast::linalg
