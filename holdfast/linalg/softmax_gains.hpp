#pragma once

#include <Eigen/Core>
#include <optional>

#include "holdfast/linalg/softmax_gain_bounds.hpp"
#include "holdfast/linalg/softmax_newton.hpp"

namespace holdfast::linalg {

/// The optimum for some columns, with the inverse of the curvature there.
struct SoftmaxModel {
  SoftmaxColumns columns;
  SoftmaxPoint point;
  Eigen::MatrixXd inverse;  ///< qm x qm
};

/// A feature that was fitted together with the columns of a model.
struct SolvedColumn {
  Index feature = 0;
  double gain = 0.0;
  Eigen::MatrixXd weights;  ///< (q+1) x m
};

/// Guesses of the inverse Schur complement of each feature (m x m), kept from step to step. They
/// decide how tight the bounds of screening are, never whether they hold. Empty until first used.
using SchurGuesses = std::vector<Eigen::MatrixXd>;

/// What a score must reach to be one of the `count` largest of these, or to tie with one: minus
/// infinity while there are fewer. `value` and `scale` set the width of a tie and of rounding.
double bar_of_largest(std::vector<double> scores, std::size_t count, double value, double scale);

/// The columns of `features` whose gains decide which are the `count` largest, solved to rounding
/// error; every other one is proven smaller by more than the width of a tie.
class GainSearch {
 public:
  /// `value` is the scale of ties. All arguments must outlive the search.
  GainSearch(const SoftmaxData& data, const SoftmaxModel& model, const NewtonGoal& goal,
             double value, Workers& workers);

  std::vector<SolvedColumn> largest(std::span<const Index> features, std::size_t count,
                                    SchurGuesses& guesses);
  /// The columns whose gains decide which is the smallest, likewise; every other one is proven
  /// larger by more than the width of a tie.
  std::vector<SolvedColumn> smallest(std::span<const Index> features, SchurGuesses& guesses);
  /// Solves them all; the weights are not kept.
  std::vector<double> all(std::span<const Index> features);

  std::int64_t solved() const { return solved_; }
  std::int64_t screened() const { return screened_; }

 private:
  using Candidate = ScreenedColumn;
  /// Slopes, first steps and estimates from the guesses, and the bound that the slope alone gives.
  void prepare(std::vector<Candidate>& candidates, SchurGuesses& guesses);
  /// For each candidate the gain of its step with all other weights fixed: at most its gain.
  /// O(rows m) per column.
  std::vector<double> gains_of_steps(std::span<const Candidate> candidates) const;
  /// New steps, estimates and bounds; updates the guesses.
  void screen(std::span<Candidate*> candidates, SchurGuesses& guesses);
  /// Nothing if the gain is proven to be below `bar`.
  std::optional<SolvedColumn> solve(Index feature, double bar) const;
  /// Solves the first `wave` of the open candidates, raises the bar, and drops those that can no
  /// longer reach it.
  void solve_first(std::vector<Candidate*>& open, std::size_t wave, std::size_t count);
  /// The same for those that will probably be among the `count` largest.
  void solve_leaders(std::vector<Candidate*>& open, std::size_t count);
  /// What a gain must reach to be, or to tie with, one of the `count` largest found so far.
  double bar(std::size_t count) const;

  const SoftmaxData& data_;
  const SoftmaxModel& model_;
  const NewtonGoal& goal_;
  double value_;
  Workers& workers_;
  std::vector<SolvedColumn> found_;
  double bar_;
  std::int64_t solved_ = 0;
  std::int64_t screened_ = 0;
};

}  // namespace holdfast::linalg
