#include <algorithm>
#include <utility>

#include "holdfast/linalg/subset_relaxation.hpp"
#include "holdfast/theory/optimum_bounds.hpp"

namespace holdfast::theory {
namespace {

using linalg::SubsetRelaxation;

constexpr int solve_steps = 300;
/// How close V must come to the best for its D, as a share of the bound.
constexpr double rough = 1e-3;
constexpr double fine = 2e-4;

/// Moves D while that helps.
void tighten(SubsetRelaxation& relaxation, int moves, double tolerance, const Run& run) {
  for (int move = 0; move < moves; ++move) {
    run.check_stop();
    run.report({"certify", move, moves, relaxation.bound()});
    if (!relaxation.improve_diagonal(solve_steps, tolerance)) break;
  }
}

/// A deletion, and the relaxation of what it leaves.
struct Left {
  SubsetRelaxation relaxation;
  std::vector<std::size_t> deleted;
};

class BranchAndBound {
 public:
  BranchAndBound(const SubsetRelaxation& whole, Item tau, const Run& run)
      : whole_(whole), tau_(static_cast<std::size_t>(tau)), run_(run) {}

  /// Deletes the item that contributes most, tau times; D moves this many times in between.
  Left greedy(int moves) const {
    Left left{whole_, {}};
    while (left.deleted.size() < tau_ && left.relaxation.rows() > 0) {
      run_.check_stop();
      remove(left, left.relaxation.heaviest());
      left.relaxation.solve(solve_steps, rough);
      tighten(left.relaxation, moves, rough, run_);
    }
    tighten(left.relaxation, middle_moves, rough, run_);
    return left;
  }

  /// Exchanges a deleted item for the one that now contributes most, while the bound falls.
  void exchange(Left& left) const {
    std::size_t tries = 3 * tau_;
    for (bool fell = true; fell && tries > 0 && left.relaxation.rows() > 0;) {
      fell = false;
      const std::size_t heaviest = left.relaxation.heaviest();
      for (std::size_t i = 0; i < left.deleted.size() && tries > 0 && !fell; ++i, --tries) {
        auto deleted = left.deleted;
        deleted[i] = heaviest;
        Left other = without(deleted);
        fell = other.relaxation.bound() < (1.0 - worthwhile) * left.relaxation.bound();
        if (fell) left = std::move(other);
      }
    }
  }

 private:
  static constexpr int middle_moves = 10;
  static constexpr double worthwhile = 5e-4;

  static void remove(Left& left, std::size_t row) {
    left.relaxation.remove(row);
    left.deleted.push_back(row);
  }
  Left without(const std::vector<std::size_t>& deleted) const {
    run_.check_stop();
    Left left{whole_, {}};
    for (const std::size_t row : deleted) remove(left, row);
    left.relaxation.solve(solve_steps, rough);
    tighten(left.relaxation, middle_moves, rough, run_);
    return left;
  }

  const SubsetRelaxation& whole_;
  std::size_t tau_;
  const Run& run_;
};

}  // namespace

TraceMatrices matrices_of(const TraceOracle& oracle, const Items& items, Workers& workers) {
  const std::size_t n = items.size();
  std::vector<double> quadratic(n * n);
  oracle.square(items, quadratic, workers);
  std::vector<double> responses(n * oracle.responses());
  for (std::size_t i = 0; i < n; ++i) {
    const auto own = oracle.response(items[i]);
    for (std::size_t r = 0; r < own.size(); ++r) responses[r * n + i] = own[r];
  }
  return {Matrix(n, n, std::move(quadratic)), Matrix(n, oracle.responses(), std::move(responses))};
}

std::vector<OptimumBound> bounds_by_relaxation(const Objective& objective,
                                               const TraceOracle& oracle, const Problem& problem,
                                               const Run& run) {
  constexpr int early_moves = 12;
  constexpr int late_moves = 40;
  // With more items, or more items x responses, the search for E takes too long.
  constexpr std::size_t most_items = 400;
  constexpr std::size_t most_numbers = 50'000;
  const auto [quadratic, responses] = matrices_of(oracle, objective.all_items(), run.workers());
  SubsetRelaxation whole(quadratic, responses, static_cast<std::size_t>(problem.k - problem.tau));
  if (!whole.usable()) return {};
  whole.solve(solve_steps, rough);
  tighten(whole, early_moves, rough, run);
  if (problem.tau == 0) tighten(whole, late_moves, fine, run);
  std::vector<OptimumBound> bounds{{whole.bound(), "relaxation", {}}};
  if (problem.tau == 0) return bounds;

  const BranchAndBound search(whole, problem.tau, run);
  Left best = search.greedy(0);
  if (quadratic.cols() <= most_items && quadratic.cols() * responses.cols() <= most_numbers) {
    Left other = search.greedy(2);
    if (other.relaxation.bound() < best.relaxation.bound()) best = std::move(other);
    search.exchange(best);
  }
  tighten(best.relaxation, late_moves, fine, run);
  Items deleted(best.deleted.begin(), best.deleted.end());
  std::ranges::sort(deleted);
  bounds.push_back({best.relaxation.bound(), "relaxation", std::move(deleted)});
  return bounds;
}

}  // namespace holdfast::theory
