#include "holdfast/linalg/subset_relaxation.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>

#include "holdfast/core/require.hpp"
#include "holdfast/linalg/capped_simplex.hpp"
#include "holdfast/linalg/dependent_rows.hpp"
#include "holdfast/linalg/sparse_minorant.hpp"

namespace holdfast::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

std::span<double> as_span(VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

/// A root of BB' with no more columns than rows: only BB' matters.
MatrixXd narrowed(const MatrixXd& b) {
  if (b.cols() <= b.rows()) return b;
  const Eigen::LDLT<MatrixXd> factor(b * b.transpose());
  const VectorXd roots = factor.vectorD().cwiseMax(0.0).cwiseSqrt();
  const MatrixXd lower = MatrixXd(factor.matrixL()) * roots.asDiagonal();
  return factor.transpositionsP().transpose() * lower;
}

double sum_of_largest(VectorXd terms, std::size_t count) {
  const auto kept = static_cast<std::ptrdiff_t>(
      std::min<std::size_t>(count, static_cast<std::size_t>(terms.size())));
  std::partial_sort(terms.begin(), terms.begin() + kept, terms.end(), std::greater<>());
  return terms.head(kept).sum();
}

}  // namespace

class SubsetRelaxation::Work {
  /// The relaxed problem at one s.
  struct Point {
    VectorXd s;
    std::vector<Index> support;
    MatrixXd v;         ///< rows of V on the support; zero elsewhere
    MatrixXd factor;    ///< Cholesky factor of s^1/2 Q s^1/2 + D on the support
    VectorXd gradient;  ///< |(B - QV)_j|^2 / D_j
    double value = 0.0;
    double bound = std::numeric_limits<double>::infinity();
  };

 public:
  Work(const Matrix& quadratic, const Matrix& responses, std::size_t limit) : limit_(limit) {
    const auto n = static_cast<Index>(quadratic.cols());
    const Eigen::Map<const MatrixXd> a(quadratic.data(), n, n);
    const Eigen::Map<const MatrixXd> b(responses.data(), n, static_cast<Index>(responses.cols()));
    for (Index j = 0; j < n; ++j)
      if (a(j, j) > 0.0) rows_.push_back(static_cast<std::size_t>(j));
    total_ = static_cast<std::size_t>(n);
    scale_to_unit_diagonal(a(rows_, rows_), b(rows_, Eigen::indexing::all));
    reset_diagonal();
    if (!usable_) give_dependent();
    if (!usable_) take_minorant();
  }

  bool usable() const { return usable_; }
  std::size_t rows() const { return rows_.size(); }
  std::size_t limit() const { return limit_; }
  double bound() const { return base_ + bound_; }
  double relaxed_value() const { return base_ + at_.value; }

  std::vector<double> weights() const {
    std::vector<double> result(total_, 0.0);
    for (Index j = 0; j < at_.s.size(); ++j) result[rows_[static_cast<std::size_t>(j)]] = at_.s[j];
    return result;
  }

  std::vector<double> diagonal() const {
    if (rows_.size() != total_ || !as_given_) return {};
    const VectorXd unscaled = d_.cwiseQuotient(scale_.cwiseAbs2());
    return {unscaled.begin(), unscaled.end()};
  }

  void solve(int steps, double tolerance);
  std::size_t heaviest() const;
  void remove(std::size_t row);
  void give(std::size_t row);
  bool improve_diagonal(int solve_steps, double tolerance);

 private:
  /// Relative to the unit diagonal: a smaller D cannot be told from rounding.
  static constexpr double least_diagonal = 1e-7;
  static constexpr double first_barrier = 0.1;
  static constexpr double later_barrier = 0.01;  // D is near its best except for the row that left
  static constexpr double last_barrier = 3e-4;

  /// D as large as a multiple of the identity can be.
  void reset_diagonal() {
    const Index n = a_.cols();
    usable_ = fits(VectorXd::Constant(n, least_diagonal));
    if (!usable_) return;
    double low = least_diagonal;
    double high = 1.0;
    // Within 1 % of the largest multiple; the rest is for rounding and for later moves of D.
    while (high > 1.01 * low) {
      const double middle = std::sqrt(low * high);
      (fits(VectorXd::Constant(n, middle)) ? low : high) = middle;
    }
    start_with(VectorXd::Constant(n, low));
  }

  void scale_to_unit_diagonal(const MatrixXd& a, const MatrixXd& b) {
    scale_ = a.diagonal().cwiseSqrt().cwiseInverse();
    a_ = scale_.asDiagonal() * a * scale_.asDiagonal();
    b_ = narrowed(scale_.asDiagonal() * b);
  }

  /// Takes rows that depend on each other as given, free of charge, so that the others have a D.
  void give_dependent() {
    const GivenRows given = give_dependent_rows(a_, b_);
    if (given.rows.empty()) return;
    as_given_ = false;
    std::vector<std::size_t> rows;
    for (const std::size_t row : given.rows) rows.push_back(rows_[row]);
    rows_ = std::move(rows);
    base_ = given.base;
    scale_to_unit_diagonal(given.quadratic, given.responses);
    reset_diagonal();
  }

  /// The value of T under A is at most that under a smaller A'.
  void take_minorant() {
    auto minorant = sparse_minorant(a_, limit_);
    if (!minorant) return;
    as_given_ = false;
    a_ = std::move(minorant->matrix);
    usable_ = fits(minorant->diagonal);
    if (usable_) start_with(std::move(minorant->diagonal));
  }

  double capacity() const {
    return static_cast<double>(std::min(limit_, static_cast<std::size_t>(a_.cols())));
  }

  /// Whether A - D is positive semidefinite, with a margin for the rounding of A and of the factor.
  bool fits(const VectorXd& d) const {
    const Index n = a_.cols();
    if (n == 0) return true;
    const double room = 8.0 * static_cast<double>(n) * epsilon;
    MatrixXd q = reduced(d);
    q.diagonal().array() -= room;
    return Eigen::LLT<Eigen::Ref<MatrixXd>>(q).info() == Eigen::Success;
  }

  void start_with(VectorXd d) {
    d_ = std::move(d);
    const Index n = a_.cols();
    if (n == 0 || limit_ == 0) {
      at_ = Point{};
      at_.s = VectorXd::Zero(n);
      bound_ = 0.0;
      return;
    }
    if (at_.s.size() != n) at_.s = VectorXd::Constant(n, capacity() / static_cast<double>(n));
    at_ = point_at(at_.s);
    bound_ = std::min(bound_, at_.bound);
  }

  MatrixXd reduced(const VectorXd& d) const {
    MatrixXd q = a_;
    q.diagonal() -= d;
    return q;
  }

  static double barrier_at(const Eigen::LLT<MatrixXd>& factor, const VectorXd& d, double weight) {
    const double log_det = 2.0 * factor.matrixLLT().diagonal().array().log().sum();
    return -weight * (log_det + d.array().log().sum());
  }

  /// What one more unit of weight would be worth: the least of the l largest terms.
  double price() const {
    VectorXd sorted = at_.gradient;
    const auto last = std::min(limit_, static_cast<std::size_t>(sorted.size())) - 1;
    const auto place = static_cast<std::ptrdiff_t>(last);
    std::nth_element(sorted.begin(), sorted.begin() + place, sorted.end(), std::greater<>());
    return sorted[place];
  }

  void drop(Index gone);
  Point point_at(VectorXd s) const;
  void fill_bound(Point& point, const MatrixXd& residual) const;

  std::size_t limit_;
  std::size_t total_ = 0;
  std::vector<std::size_t> rows_;  // of the constructor, those that are left
  double base_ = 0.0;              // of the rows that are given
  MatrixXd a_;
  MatrixXd b_;
  VectorXd scale_;        // that rows were multiplied by
  bool as_given_ = true;  // a_ is that of the constructor, except for the scale
  VectorXd d_;
  Point at_;
  double bound_ = std::numeric_limits<double>::infinity();
  double barrier_ = -1.0;  // of the bound for each row; negative: not begun
  bool usable_ = false;
};

SubsetRelaxation::Work::Point SubsetRelaxation::Work::point_at(VectorXd s) const {
  Point point;
  point.s = std::move(s);
  for (Index j = 0; j < point.s.size(); ++j)
    if (point.s[j] > 0.0) point.support.push_back(j);
  const auto& w = point.support;
  const VectorXd root = VectorXd(point.s(w)).cwiseSqrt();
  const VectorXd d = d_(w);
  MatrixXd system = a_(w, w);
  system.diagonal() -= d;
  system = root.asDiagonal() * system * root.asDiagonal();
  system.diagonal() += d;
  Eigen::LLT<MatrixXd> factor(system);
  point.factor = factor.matrixL();
  MatrixXd solved = root.asDiagonal() * MatrixXd(b_(w, Eigen::indexing::all));
  factor.matrixL().solveInPlace(solved);
  point.value = solved.squaredNorm();
  factor.matrixU().solveInPlace(solved);
  point.v = root.asDiagonal() * solved;
  MatrixXd residual = b_ - a_(Eigen::indexing::all, w) * point.v;
  for (std::size_t i = 0; i < w.size(); ++i)
    residual.row(w[i]) += d_[w[i]] * point.v.row(static_cast<Index>(i));
  fill_bound(point, residual);
  return point;
}

void SubsetRelaxation::Work::fill_bound(Point& point, const MatrixXd& residual) const {
  point.gradient = residual.rowwise().squaredNorm().cwiseQuotient(d_);
  // |a_ij| <= 1, so the rounding of a residual is at most this many times the sum of |V|.
  const double largest = point.v.size() > 0 ? point.v.cwiseAbs().colwise().sum().maxCoeff() : 0.0;
  const double rounding = epsilon * static_cast<double>(point.support.size() + 2) *
                          (largest + b_.cwiseAbs().maxCoeff()) *
                          std::sqrt(static_cast<double>(b_.cols()));
  const VectorXd terms =
      (residual.rowwise().norm().array() + rounding).square().matrix().cwiseQuotient(d_);
  double quadratic = 0.0;
  for (std::size_t i = 0; i < point.support.size(); ++i) {
    const Index j = point.support[i];
    quadratic += point.v.row(static_cast<Index>(i)).dot(b_.row(j) - residual.row(j));
  }
  point.bound = quadratic + sum_of_largest(terms, limit_);
}

/// Spectral projected gradients: steps of Barzilai and Borwein, and a line search that lets the
/// value fall below its latest best for a while.
void SubsetRelaxation::Work::solve(int steps, double tolerance) {
  constexpr std::size_t memory = 8;
  constexpr double sufficient = 1e-4;
  if (a_.cols() == 0 || limit_ == 0) {
    bound_ = 0.0;
    at_.value = 0.0;
    return;
  }
  std::deque<double> latest{at_.value};
  double length = 0.5 / std::max(at_.gradient.maxCoeff(), std::numeric_limits<double>::min());
  Point best = at_;
  double here = at_.bound;  // with this D
  for (int step = 0; step < steps && here - best.value > tolerance * here; ++step) {
    VectorXd target = at_.s + length * at_.gradient;
    project_to_capped_simplex(as_span(target), capacity());
    const VectorXd direction = target - at_.s;
    const double slope = direction.dot(at_.gradient);
    if (!(slope > 1e-14 * at_.value)) break;
    const double reference = *std::ranges::min_element(latest);
    double part = 1.0;
    Point next = point_at(target);
    while (next.value < reference + sufficient * part * slope && part > 1e-6) {
      part *= 0.5;
      next = point_at((at_.s + part * direction).cwiseMax(0.0));
    }
    const VectorXd moved = next.s - at_.s;
    const double curvature = moved.dot(at_.gradient - next.gradient);
    length = curvature > 0.0 ? moved.squaredNorm() / curvature : 10.0 * length;
    at_ = std::move(next);
    here = std::min(here, at_.bound);
    if (at_.value > best.value) best = at_;
    latest.push_back(at_.value);
    if (latest.size() > memory) latest.pop_front();
  }
  at_ = std::move(best);
  at_.bound = here;
  bound_ = std::min(bound_, here);
}

std::size_t SubsetRelaxation::Work::heaviest() const {
  const auto size = static_cast<Index>(at_.support.size());
  // Diagonal of (Q + D/s)^-1: how much a row contributes once the others have adapted.
  MatrixXd inverse = MatrixXd::Identity(size, size);
  at_.factor.triangularView<Eigen::Lower>().solveInPlace(inverse);
  const VectorXd diagonal = inverse.colwise().squaredNorm();
  const double worth = price();
  std::size_t chosen = rows_.front();
  double largest = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < size; ++i) {
    const Index j = at_.support[static_cast<std::size_t>(i)];
    const double s = at_.s[j];
    const double fall = at_.v.row(i).squaredNorm() / (s * diagonal[i]) - worth * s;
    if (fall > largest) {
      largest = fall;
      chosen = rows_[static_cast<std::size_t>(j)];
    }
  }
  return chosen;
}

void SubsetRelaxation::Work::remove(std::size_t row) {
  const auto found = std::ranges::find(rows_, row);
  if (found == rows_.end()) return;
  const auto gone = static_cast<Index>(found - rows_.begin());
  drop(gone);
}

/// D stays valid: what the row leaves of A - D is at most what it leaves of A, minus D.
void SubsetRelaxation::Work::give(std::size_t row) {
  const auto found = std::ranges::find(rows_, row);
  if (found == rows_.end() || limit_ == 0) return;
  const auto gone = static_cast<Index>(found - rows_.begin());
  const VectorXd column = a_.col(gone) / a_(gone, gone);
  const Eigen::RowVectorXd response = b_.row(gone);
  const Eigen::RowVectorXd pivot = a_.row(gone);
  base_ += response.squaredNorm() / a_(gone, gone);
  b_.noalias() -= column * response;
  a_.noalias() -= column * pivot;
  --limit_;
  drop(gone);
}

void SubsetRelaxation::Work::drop(Index gone) {
  rows_.erase(rows_.begin() + gone);
  std::vector<Index> kept;
  for (Index j = 0; j < a_.cols(); ++j)
    if (j != gone) kept.push_back(j);
  a_ = MatrixXd(a_(kept, kept));
  b_ = MatrixXd(b_(kept, Eigen::indexing::all));
  VectorXd s = at_.s(kept);
  // The weight of the row goes to the others that have some.
  const double sum = s.sum();
  if (sum > 0.0) s *= capacity() / sum;
  project_to_capped_simplex(as_span(s), capacity());
  at_.s = std::move(s);
  bound_ = std::numeric_limits<double>::infinity();
  if (barrier_ >= 0.0) barrier_ = later_barrier;
  start_with(VectorXd(d_(kept)));
}

/// The relaxed value is convex in D, with slope -w. A damped Newton step on it plus
///   -barrier (log det(A - D) + sum of log D_j),
/// which keeps D away from the boundary, where no direction is left; the barrier falls from step to
/// step. Of the curvature of the relaxed value only that of its terms at fixed weights is taken.
bool SubsetRelaxation::Work::improve_diagonal(int solve_steps, double tolerance) {
  const Index n = a_.cols();
  if (n == 0 || limit_ == 0) return false;
  if (barrier_ < 0.0) {
    barrier_ = first_barrier;
    // Stays away from the boundary, where every step would be short.
    start_with(0.5 * d_);
    solve(solve_steps, tolerance);
  }
  const double unit = at_.bound / static_cast<double>(n);
  const double t = barrier_ * unit;
  const Eigen::LLT<MatrixXd> factor(reduced(d_));
  if (factor.info() != Eigen::Success) return false;
  const MatrixXd inverse = factor.solve(MatrixXd::Identity(n, n));
  const auto d = d_.array();
  const auto s = at_.s.array();
  const VectorXd slope =
      s * (1.0 - s) * at_.gradient.array() / d - t * inverse.diagonal().array() + t / d;
  MatrixXd curvature = t * inverse.cwiseAbs2();
  curvature.diagonal().array() += (t + price() * (s + 0.05)) / d.square();
  const VectorXd direction = curvature.llt().solve(slope);
  const double gain = slope.dot(direction);
  if (!(gain > 0.0) || !std::isfinite(gain)) return false;

  const VectorXd old = d_;
  const Point before = at_;
  const double merit = at_.bound + barrier_at(factor, d_, t);
  for (double part = 1.0; part > 0.03; part *= 0.6) {
    const VectorXd moved = old + part * direction;
    if (!(moved.minCoeff() > 0.0) || !fits(moved)) continue;
    at_.s = before.s;
    start_with(moved);
    solve(solve_steps, tolerance);
    const Eigen::LLT<MatrixXd> there(reduced(d_));
    if (at_.bound + barrier_at(there, d_, t) < merit - 0.1 * part * gain) {
      // Close to the best for this barrier: takes a lower one.
      if (gain < barrier_ * bound_) barrier_ *= 0.4;
      return barrier_ > last_barrier;
    }
  }
  d_ = old;
  at_ = before;
  barrier_ *= 0.4;
  return barrier_ > last_barrier;
}

SubsetRelaxation::SubsetRelaxation(const Matrix& quadratic, const Matrix& responses,
                                   std::size_t limit) {
  require(quadratic.rows() == quadratic.cols() && responses.rows() == quadratic.rows(),
          "SubsetRelaxation: needs a square A and a B with as many rows");
  work_ = std::make_unique<Work>(quadratic, responses, limit);
}

SubsetRelaxation::~SubsetRelaxation() = default;
SubsetRelaxation::SubsetRelaxation(SubsetRelaxation&&) noexcept = default;
SubsetRelaxation& SubsetRelaxation::operator=(SubsetRelaxation&&) noexcept = default;
SubsetRelaxation::SubsetRelaxation(const SubsetRelaxation& other)
    : work_(std::make_unique<Work>(*other.work_)) {}

bool SubsetRelaxation::usable() const { return work_->usable(); }
double SubsetRelaxation::bound() const { return work_->bound(); }
double SubsetRelaxation::relaxed_value() const { return work_->relaxed_value(); }
std::vector<double> SubsetRelaxation::weights() const { return work_->weights(); }
std::vector<double> SubsetRelaxation::diagonal() const { return work_->diagonal(); }
void SubsetRelaxation::solve(int steps, double tolerance) { work_->solve(steps, tolerance); }
std::size_t SubsetRelaxation::rows() const { return work_->rows(); }
std::size_t SubsetRelaxation::limit() const { return work_->limit(); }
std::size_t SubsetRelaxation::heaviest() const { return work_->heaviest(); }
void SubsetRelaxation::remove(std::size_t row) { work_->remove(row); }
void SubsetRelaxation::give(std::size_t row) { work_->give(row); }
bool SubsetRelaxation::improve_diagonal(int solve_steps, double tolerance) {
  return work_->improve_diagonal(solve_steps, tolerance);
}

}  // namespace holdfast::linalg
