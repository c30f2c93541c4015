#include "holdfast/linalg/softmax_newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/linalg/inverse_of.hpp"
#include "holdfast/linalg/simplex_tilt.hpp"
#include "holdfast/linalg/skinny_products.hpp"

namespace holdfast::linalg {
namespace {

constexpr int most_newton_steps = 200;
constexpr int most_conjugate_steps = 30;
/// The rounding error of the log-likelihood's sum, relative to the scale.
constexpr double rounding = 1e-13;
/// A ridge below this share of the rows' weight hardly restrains a weight.
constexpr double free_ridge = 1e-5;

double dot(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return a.cwiseProduct(b).sum(); }

/// An approximate Newton direction d, and how it changes the scores.
struct Direction {
  Eigen::MatrixXd weights;
  Eigen::MatrixXd scores;
  double decrement_squared = 0.0;  ///< gradient . d
  double missed = 0.0;  ///< how much larger the exact one would be, by the preconditioner
  bool accurate = false;
};

/// How accurate a Newton direction must be. The next squared decrement will be what this one, d,
/// misses, or what the change of the curvature adds: d (d / previous)^2 where steps converge
/// quadratically. To miss less than that gains nothing.
struct Accuracy {
  double negligible = 0.0;
  double previous = std::numeric_limits<double>::infinity();  ///< decrement squared

  double may_miss(double decrement_squared) const {
    const double ratio = std::isinf(previous) ? 1.0 : decrement_squared / previous;
    return std::max(negligible, decrement_squared * std::clamp(ratio * ratio, 1e-12, 1e-2));
  }
};

/// Conjugate gradients on curvature * d = gradient.
Direction conjugate_gradients(const SoftmaxData& data, const SoftmaxColumns& columns,
                              const SoftmaxPoint& point, const Eigen::MatrixXd& gradient,
                              const CurvatureInverse& inverse, const Accuracy& accuracy,
                              Index left_out) {
  Direction direction;
  direction.weights.setZero(gradient.rows(), gradient.cols());
  direction.scores.setZero(data.rows(), data.outputs());
  Eigen::MatrixXd residual = gradient;
  Eigen::MatrixXd search = inverse.times(residual);
  double size = dot(residual, search);
  const double goal = accuracy.may_miss(size);
  for (int step = 0; step < most_conjugate_steps; ++step) {
    if (!(size > 0.0)) break;
    const Eigen::MatrixXd scores = product_with_skinny(columns.values, search);
    Eigen::MatrixXd image = curvature_times(data, columns, point, search, scores);
    if (left_out >= 0) image.row(left_out).setZero();
    const double bend = dot(search, image);
    if (!(bend > 0.0)) break;
    const double length = size / bend;
    direction.weights += length * search;
    direction.scores += length * scores;
    residual -= length * image;
    const Eigen::MatrixXd preconditioned = inverse.times(residual);
    const double next = dot(residual, preconditioned);
    direction.missed = std::abs(next);
    if (direction.missed <= goal) {
      direction.accurate = true;
      break;
    }
    search = preconditioned + (next / size) * search;
    size = next;
  }
  direction.decrement_squared = dot(gradient, direction.weights);
  return direction;
}

/// Moves along the direction as far as the objective grows enough (Armijo); false if it cannot.
bool take_step(const SoftmaxData& data, const SoftmaxColumns& columns, const Direction& direction,
               double noise, SoftmaxPoint& point) {
  SoftmaxPoint next;
  for (double length = 1.0; length > 1e-12; length *= 0.5) {
    next.weights = point.weights + length * direction.weights;
    next.scores = point.scores + length * direction.scores;
    evaluate_scores(data, columns, next);
    const double expected = 1e-4 * length * direction.decrement_squared;
    if (next.objective >= point.objective + expected - noise) {
      point = std::move(next);
      return true;
    }
  }
  return false;
}

class Newton {
 public:
  Newton(const SoftmaxData& data, const SoftmaxColumns& columns, const CurvatureInverse* inverse,
         const NewtonGoal& goal, Workers* workers)
      : data_(data), columns_(columns), inverse_(inverse), goal_(goal), workers_(workers) {
    for (Index i = data.intercept ? 1 : 0; i < columns.count(); ++i) {
      nearly_free_ |= columns.ridges[i] < free_ridge * data.design->total_weight;
    }
  }

  NewtonResult run(SoftmaxPoint start) {
    NewtonResult result;
    result.point = is_sane(start) ? std::move(start) : anew();
    const double noise = rounding * goal_.scale;
    double last = std::numeric_limits<double>::infinity();
    for (; result.iterations < most_newton_steps; ++result.iterations) {
      Eigen::MatrixXd slope = gradient(data_, columns_, result.point);
      if (goal_.left_out >= 0) slope.row(goal_.left_out).setZero();
      const Accuracy accuracy{goal_.negligible * goal_.scale, last};
      const Direction direction = newton_direction(result.point, slope, accuracy);
      const double ratio = std::isinf(last) ? 1.0 : direction.decrement_squared / last;
      last = direction.decrement_squared;
      if (is_decided(result.point, slope, direction)) {
        result.stopped_early = true;
        return result;
      }
      const bool moved = take_step(data_, columns_, direction, noise, result.point);
      const double next = moved ? std::max(direction.missed, last * ratio * ratio) : last;
      const bool settled = 0.5 * next <= goal_.negligible * goal_.scale;
      if (settled || (!moved && 0.5 * last <= goal_.tolerance)) {
        if (!nearly_free_ || factored_last_ || is_proven(result.point)) return result;
        inverse_ = nullptr;
        continue;
      }
      if (!moved) break;
    }
    throw NumericFailure(fmt::format(
        "the fit of a class model stopped at a Newton decrement of {:.3g} after {} steps, "
        "above the tolerance of {:.3g}; a larger ridge or tolerance would help",
        0.5 * last, result.iterations, goal_.tolerance));
  }

 private:
  /// No worse than the model without features. A start that an inverse predicted may be arbitrarily
  /// bad where rounding has spoilt the inverse.
  bool is_sane(const SoftmaxPoint& start) const {
    return start.objective >= data_.base_likelihood - 1e-3 * goal_.scale;
  }

  SoftmaxPoint anew() {
    inverse_ = nullptr;
    return evaluate(data_, columns_, weights_of_no_feature(data_, columns_.count()));
  }

  Direction newton_direction(const SoftmaxPoint& point, const Eigen::MatrixXd& slope,
                             const Accuracy& accuracy) {
    factored_last_ = false;
    if (inverse_) {
      auto direction =
          conjugate_gradients(data_, columns_, point, slope, *inverse_, accuracy, goal_.left_out);
      if (direction.accurate) return direction;
    }
    own_inverse_ = std::make_unique<FactoredCurvature>(curvature_of_the_used(point));
    inverse_ = own_inverse_.get();
    factored_last_ = true;
    return conjugate_gradients(data_, columns_, point, slope, *inverse_, accuracy, goal_.left_out);
  }

  /// Where classes are separable and the ridge hardly restrains the weights, the curvature falls
  /// without end, and an older inverse underestimates what is missing.
  bool is_proven(const SoftmaxPoint& point) {
    Eigen::MatrixXd slope = gradient(data_, columns_, point);
    if (goal_.left_out >= 0) slope.row(goal_.left_out).setZero();
    const Accuracy accuracy{goal_.negligible * goal_.scale,
                            std::numeric_limits<double>::infinity()};
    const Direction direction = newton_direction(point, slope, accuracy);
    return bound_on_progress(data_, columns_, point, slope, direction.scores, goal_.left_out) <=
           goal_.tolerance;
  }

  /// Cuts a column that is left out off from the others.
  Eigen::MatrixXd curvature_of_the_used(const SoftmaxPoint& point) const {
    Eigen::MatrixXd result = curvature<double>(data_, columns_, point, workers_);
    if (goal_.left_out < 0) return result;
    for (Index i = goal_.left_out; i < result.rows(); i += columns_.count()) {
      result.row(i).setZero();
      result.col(i).setZero();
      result(i, i) = 1.0;
    }
    return result;
  }

  bool is_decided(const SoftmaxPoint& point, const Eigen::MatrixXd& slope,
                  const Direction& direction) const {
    if (point.objective > goal_.enough_above) return true;
    const double missing = goal_.beaten_below - point.objective;
    return missing > 0.5 * direction.decrement_squared &&
           bound_on_progress(data_, columns_, point, slope, direction.scores, goal_.left_out) <
               missing;
  }

  const SoftmaxData& data_;
  const SoftmaxColumns& columns_;
  const CurvatureInverse* inverse_;
  const NewtonGoal& goal_;
  Workers* workers_;
  std::unique_ptr<FactoredCurvature> own_inverse_;
  bool factored_last_ = false;  // for the last direction
  bool nearly_free_ = false;
};

/// (1+x) log(1+x) - x <= x^2 (3+x) / (6+4x) for x >= -1, with equality at 0 and -1: the right side
/// comes from log(1+x) <= x (6+x) / (6+4x), whose difference has the derivative
/// 4x^3 / ((6+4x)^2 (1+x)). It needs no logarithm and does not cancel for small x.
template <class Array>
auto entropy_excess(const Array& x) {
  return x.square() * (3.0 + x) / (6.0 + 4.0 * x);
}

/// Linearized probabilities p (1 + delta).
struct RelativeChange {
  Eigen::MatrixXd others;     ///< rows x m
  Eigen::VectorXd reference;  ///< of class 0

  RelativeChange(const SoftmaxPoint& point, Eigen::MatrixXd score_change)
      : others(std::move(score_change)) {
    reference = -point.probabilities.cwiseProduct(others).rowwise().sum();
    others.colwise() += reference;
  }

  bool leaves_the_simplex() const {
    return std::min(others.minCoeff(), reference.minCoeff()) < -1.0;
  }

  /// Negative probabilities become zero and their rows add up to 1 again: another point of the
  /// simplex, at which duality holds as well.
  void clip(const SoftmaxPoint& point) {
    others = others.cwiseMax(-1.0);
    reference = reference.cwiseMax(-1.0);
    const Eigen::ArrayXd excess = (point.probabilities.cwiseProduct(others).rowwise().sum() +
                                   point.reference.cwiseProduct(reference))
                                      .array();
    const Eigen::ArrayXd share = 1.0 / (1.0 + excess);
    others.array().colwise() -= excess;
    others.array().colwise() *= share;
    reference.array() = (reference.array() - excess) * share;
  }

  /// False if the totals of the classes cannot be moved by `totals`, as an intercept asks for.
  bool meet_totals(const SoftmaxDesign& design, const SoftmaxPoint& point,
                   const Eigen::RowVectorXd& totals) {
    const Eigen::MatrixXd masses = weighed(design, point.probabilities);
    return tilt_to_totals(TiltedRows<double>{point.probabilities, masses}, totals.transpose(),
                          others, reference);
  }

  double entropy(const SoftmaxDesign& design, const SoftmaxPoint& point) const {
    if (design.is_weighted()) {
      const Eigen::ArrayXd of_rows =
          point.reference.array() * entropy_excess(reference.array()) +
          (point.probabilities.array() * entropy_excess(others.array())).rowwise().sum();
      return of_rows.matrix().dot(design.weights);
    }
    return (point.reference.array() * entropy_excess(reference.array())).sum() +
           (point.probabilities.array() * entropy_excess(others.array())).sum();
  }
};

}  // namespace

FactoredCurvature::FactoredCurvature(const Eigen::MatrixXd& curvature) : factor_(curvature) {
  // For twin columns whose ridge is lost in rounding: gives back as much as rounding may have
  // taken, which neither a preconditioner nor the margin of a bound notices.
  for (double share = 1e-15; factor_.info() != Eigen::Success && share < 1e-11; share *= 10.0) {
    Eigen::MatrixXd lifted = curvature;
    lifted.diagonal().array() += share * curvature.diagonal().maxCoeff();
    factor_.compute(lifted);
  }
  require<NumericFailure>(
      factor_.info() == Eigen::Success,
      "the curvature of a class model with {} weights is not positive definite in double "
      "precision; a larger ridge would help",
      curvature.rows());
}

Eigen::MatrixXd FactoredCurvature::times(const Eigen::MatrixXd& gradient) const {
  Eigen::MatrixXd result = gradient;
  Eigen::Map<Eigen::VectorXd> vector(result.data(), result.size());
  factor_.solveInPlace(vector);
  return result;
}

Eigen::VectorXd symmetric_times(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& columns) {
  if (columns.size() == 0) return {};  // Eigen would look at the first entry
  return matrix.selfadjointView<Eigen::Lower>() *
         Eigen::Map<const Eigen::VectorXd>(columns.data(), columns.size());
}

Eigen::MatrixXd GivenInverse::times(const Eigen::MatrixXd& gradient) const {
  Eigen::MatrixXd result(gradient.rows(), gradient.cols());
  Eigen::Map<Eigen::VectorXd>(result.data(), result.size()) = symmetric_times(inverse_, gradient);
  return result;
}

Eigen::MatrixXd FactoredCurvature::inverse(Workers* workers) const {
  return inverse_of(factor_, workers);
}

NewtonResult maximize(const SoftmaxData& data, const SoftmaxColumns& columns, SoftmaxPoint start,
                      const CurvatureInverse* inverse, const NewtonGoal& goal, Workers* workers) {
  return Newton(data, columns, inverse, goal, workers).run(std::move(start));
}

double bound_on_progress(const SoftmaxData& data, const SoftmaxColumns& columns,
                         const SoftmaxPoint& point, const Eigen::MatrixXd& gradient,
                         Eigen::MatrixXd score_change, Index left_out) {
  if (data.intercept) {
    const Eigen::RowVectorXd open =
        gradient.row(0) - covariance_times(data, point, score_change).colwise().sum();
    const Eigen::MatrixXd masses = weighed(*data.design, point.probabilities);
    Eigen::MatrixXd covariance = masses.colwise().sum().asDiagonal();
    covariance -= masses.transpose() * point.probabilities;
    const Eigen::RowVectorXd shift = covariance.ldlt().solve(open.transpose()).transpose();
    score_change.rowwise() += shift;
  }
  RelativeChange change(point, std::move(score_change));
  if (change.leaves_the_simplex()) {
    change.clip(point);
    if (data.intercept && !change.meet_totals(*data.design, point, gradient.row(0))) {
      return std::numeric_limits<double>::infinity();
    }
  }
  double bound = change.entropy(*data.design, point);
  const Eigen::MatrixXd moved =
      weighed(*data.design, Eigen::MatrixXd(point.probabilities.cwiseProduct(change.others)));
  const Eigen::MatrixXd open = gradient - transposed_with_skinny(columns.values, moved);
  for (Index i = data.intercept ? 1 : 0; i < columns.count(); ++i) {
    if (i == left_out) {
      bound -= 0.5 * columns.ridges[i] * square_k(point.weights.row(i), data.classes) +
               point.weights.row(i).dot(open.row(i));
      continue;
    }
    bound += square_k_inverse(open.row(i)) / (2.0 * columns.ridges[i]);
  }
  return bound;
}

}  // namespace holdfast::linalg
