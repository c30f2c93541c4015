#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "holdfast/theory/optimum_bounds.hpp"

namespace holdfast::theory {
namespace {

constexpr int most_steps = 800;
/// After so many steps without a better bound, steps become half as long.
constexpr int patience = 15;
/// A bound is good enough if it is this close to what a real set is worth.
constexpr double close = 1e-6;
/// A whole matrix is looked at in every step.
constexpr std::size_t most_numbers = 4'000'000;

/// max over |T| <= l of the sum over rows of the largest similarity to a member of T, T among some
/// columns. Serving a row from several members is allowed at a price lambda_i, so that
///   bound(lambda) = sum of lambda + sum of the l largest rho_j, rho_j = sum of (s_ij - lambda_i)+,
/// for any lambda >= 0 (Cornuejols, Fisher and Nemhauser 1977). Subgradient steps look for the
/// least.
class Relaxation {
 public:
  Relaxation(const CoveringStructure& structure, const Items& columns, Item left)
      : rows_(structure.rows()),
        left_(std::min<std::size_t>(static_cast<std::size_t>(left), columns.size())),
        similarities_(columns.size()),
        lambda_(rows_, 0.0) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      similarities_[j].assign(rows_, 0.0);
      structure.raise(columns[j], 0, similarities_[j]);
    }
    start();
  }

  double solve(const Run& run) {
    double length = 1.0;
    int stale = 0;
    for (int step = 0; step < most_steps && length > 1e-4; ++step) {
      run.check_stop();
      const double now = evaluate();
      if (now < best_) {
        best_ = now;
        stale = 0;
      } else if (++stale >= patience) {
        stale = 0;
        length /= 2.0;
      }
      if (best_ <= real_ * (1.0 + close) || !move(length)) break;
    }
    return best_;
  }

  /// How much each column counts in the best bound: what to leave out first.
  const std::vector<double>& weights() const { return rho_; }

 private:
  /// The second-largest similarity of a row to greedy's set is what the row would pay elsewhere.
  void start() {
    std::vector<double> best(rows_, 0.0);
    std::vector<double> second(rows_, 0.0);
    std::vector<char> taken(similarities_.size(), 0);
    for (std::size_t count = 0; count < left_; ++count) {
      std::size_t chosen = similarities_.size();
      double most = -1.0;
      for (std::size_t j = 0; j < similarities_.size(); ++j) {
        if (taken[j] != 0) continue;
        double gain = 0.0;
        for (std::size_t i = 0; i < rows_; ++i)
          gain += std::max(0.0, similarities_[j][i] - best[i]);
        if (gain > most) {
          most = gain;
          chosen = j;
        }
      }
      taken[chosen] = 1;
      for (std::size_t i = 0; i < rows_; ++i) {
        const double s = similarities_[chosen][i];
        second[i] = std::max(second[i], std::min(s, best[i]));
        best[i] = std::max(best[i], s);
      }
    }
    lambda_ = second;
    real_ = std::accumulate(best.begin(), best.end(), 0.0);
  }

  double evaluate() {
    rho_.assign(similarities_.size(), 0.0);
    for (std::size_t j = 0; j < rho_.size(); ++j) {
      for (std::size_t i = 0; i < rows_; ++i)
        rho_[j] += std::max(0.0, similarities_[j][i] - lambda_[i]);
    }
    order_.resize(rho_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, std::greater<>(), [&](std::size_t j) { return rho_[j]; });
    double bound = std::accumulate(lambda_.begin(), lambda_.end(), 0.0);
    for (std::size_t c = 0; c < left_; ++c) bound += rho_[order_[c]];
    value_ = bound;
    return bound;
  }

  /// Against the subgradient 1 - how many of the l columns serve the row; false at a minimum.
  bool move(double length) {
    std::vector<double> slope(rows_, 1.0);
    std::vector<double> served(rows_, 0.0);
    for (std::size_t c = 0; c < left_; ++c) {
      const auto& column = similarities_[order_[c]];
      for (std::size_t i = 0; i < rows_; ++i) {
        slope[i] -= column[i] > lambda_[i] ? 1.0 : 0.0;
        served[i] = std::max(served[i], column[i]);
      }
    }
    real_ = std::max(real_, std::accumulate(served.begin(), served.end(), 0.0));
    double square = 0.0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (slope[i] > 0.0 && lambda_[i] == 0.0) slope[i] = 0.0;
      square += slope[i] * slope[i];
    }
    if (square == 0.0) return false;
    const double step = length * (value_ - real_) / square;
    for (std::size_t i = 0; i < rows_; ++i)
      lambda_[i] = std::max(0.0, lambda_[i] - step * slope[i]);
    return true;
  }

  std::size_t rows_;
  std::size_t left_;
  std::vector<std::vector<double>> similarities_;  ///< column by column
  std::vector<double> lambda_;
  std::vector<double> rho_;
  std::vector<std::size_t> order_;
  double value_ = 0.0;
  double real_ = 0.0;  ///< the best real set seen
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::vector<OptimumBound> bounds_by_lagrangian(const Objective& objective,
                                               const CoveringStructure& structure,
                                               const Problem& problem, const Run& run) {
  if (structure.rows() * static_cast<std::size_t>(objective.size()) > most_numbers) return {};
  const Item left = problem.k - problem.tau;
  std::vector<OptimumBound> bounds;
  Items without;
  // The heaviest columns go one by one; each time the others take their place.
  for (;;) {
    const Items columns = others(objective, without);
    if (columns.empty()) return bounds;
    Relaxation relaxation(structure, columns, left);
    bounds.push_back({relaxation.solve(run), "lagrangian", without});
    if (std::ssize(without) >= problem.tau) return bounds;
    const auto& weights = relaxation.weights();
    const auto heaviest = std::ranges::max_element(weights) - weights.begin();
    without.insert(std::ranges::upper_bound(without, columns[static_cast<std::size_t>(heaviest)]),
                   columns[static_cast<std::size_t>(heaviest)]);
  }
}

}  // namespace holdfast::theory
