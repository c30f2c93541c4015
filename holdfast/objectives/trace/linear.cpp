#include "holdfast/objectives/trace/linear.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/survivor_gains.hpp"
#include "holdfast/linalg/gram_columns.hpp"
#include "holdfast/linalg/survivor_rows.hpp"
#include "holdfast/objectives/item_names.hpp"
#include "holdfast/objectives/trace/span_state.hpp"
#include "holdfast/objectives/trace/spectral_ratios.hpp"

namespace holdfast {
namespace {

/// A column whose squared distance from the span is at most this share of its squared length adds
/// no direction.
constexpr double dependent_share = 1e-10;

std::unique_ptr<linalg::Columns> columns_of(const LinearObjective::Design& design, bool center,
                                            Workers& workers) {
  if (const auto* dense = std::get_if<Matrix>(&design))
    return linalg::make_columns(*dense, center, workers);
  return linalg::make_columns(std::get<SparseMatrix>(design), center);
}

std::vector<double> column_means(const LinearObjective::Design& design) {
  return std::visit(
      [](const auto& matrix) {
        std::vector<double> means(matrix.cols());
        for (std::size_t j = 0; j < means.size(); ++j) {
          double sum = 0.0;
          if constexpr (std::is_same_v<std::decay_t<decltype(matrix)>, Matrix>) {
            for (const double x : matrix.column(j)) sum += x;
          } else {
            for (const double x : matrix.column_values(j)) sum += x;
          }
          means[j] = sum / static_cast<double>(matrix.rows());
        }
        return means;
      },
      design);
}

}  // namespace

/// The data in the form that States use.
class LinearObjective::Problem final : public TraceOracle {
 public:
  Problem(const Design& design, std::vector<double> response, const LinearOptions& options,
          Workers& workers)
      : ridge(options.ridge),
        y(std::move(response)),
        columns(columns_of(design, options.intercept, workers)),
        gram(*columns),
        correlations(columns->count()),
        diagonal_(columns->count()) {
    if (options.intercept && !y.empty()) {
      y_mean = std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
      for (double& value : y) value -= y_mean;
      x_means = column_means(design);
    }
    columns->products_with(y, correlations, workers);
    workers.share_range(diagonal_.size(), 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) diagonal_[j] = columns->product(j, j) + ridge;
    });
  }

  Column column(Item item, const std::function<Items()>& likely, Workers& workers) const override {
    auto made = gram.column(static_cast<std::size_t>(item), likely, workers);
    return {*made, made};
  }
  /// Twice as many as fit into a pass, because some of them may already be kept.
  std::size_t guesses() const override { return 2 * (gram.at_once() - 1); }
  void entries(Item item, std::span<const Item> rows, std::span<double> out) const override {
    gram.products(static_cast<std::size_t>(item), rows, out);
  }
  using TraceOracle::diagonal;
  std::span<const double> diagonal() const override { return diagonal_; }
  std::span<const double> response(Item item) const override {
    return {&correlations[static_cast<std::size_t>(item)], 1};
  }
  std::size_t responses() const override { return 1; }
  double dependent() const override { return dependent_share; }

  double ridge;
  std::vector<double> y;
  double y_mean = 0.0;
  std::vector<double> x_means;
  std::unique_ptr<linalg::Columns> columns;
  linalg::GramColumns gram;
  std::vector<double> correlations;  // b = X'y
  std::shared_ptr<SpanWalk> walk = std::make_shared<SpanWalk>();

 private:
  std::vector<double> diagonal_;  // of G + ridge I
};

class LinearObjective::LinearState final : public SpanState, public SurvivorGains {
 public:
  LinearState(const LinearObjective& objective, const Run& run)
      : SpanState(objective, *objective.problem_, objective.problem_->walk, run),
        correlations_(objective.problem_->correlations) {}

 private:
  double value_by_rows() const override {
    double sum = 0.0;
    for (std::size_t i = 0; i < rows().rank(); ++i) {
      const double projection = rows().attached_of(rows().row(i))[0];
      sum += projection * projection;
    }
    return sum;
  }
  double value_by_set() const override { return set().value(); }

  void gains_by_rows(std::span<const Item> candidates, std::span<double> out) const override {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Item item = candidates[i];
      const double correlation = correlations_[static_cast<std::size_t>(item)];
      const double gain = correlation * correlation / rows().remaining(item);
      out[i] = rows().adds_direction(item) ? gain : 0.0;
    }
  }

  void losses_by_set(std::span<double> out) const override { set().losses(items(), out, oracle()); }

  bool survivors(std::span<const Items> removed, std::span<const Item> candidates,
                 std::span<double> values, std::span<double> gains) override {
    bring_rows_up_to_date();
    if (rows().rank() < size()) return false;
    if (!downdates_) downdates_ = std::make_shared<const linalg::SurvivorRows>(rows());
    if (!downdates_->is_sound()) return false;
    const double whole = value_by_rows();
    const auto tolerance = problem().dependent();
    const Eigen::Map<const Eigen::VectorXd> correlations(
        correlations_.data(), static_cast<Eigen::Index>(correlations_.size()));
    run().workers().share_range(removed.size(), 4, [&](std::size_t begin, std::size_t end) {
      Eigen::VectorXd remaining;
      Eigen::VectorXd products;
      for (std::size_t r = begin; r < end; ++r) {
        std::vector<std::size_t> positions;
        for (const Item item : removed[r]) positions.push_back(rows().position(item));
        remaining = rows().remaining();
        products = correlations;
        values[r] = whole;
        if (!positions.empty()) values[r] -= downdates_->without(positions, remaining, products);
        // What is left of nearly nothing is rounding.
        if (positions.size() == size() || values[r] < TieRule::floor * whole) values[r] = 0.0;
        double* const out = gains.data() + r * candidates.size();
        for (std::size_t c = 0; c < candidates.size(); ++c) {
          const Item item = candidates[c];
          const bool adds = remaining[item] > tolerance * problem().diagonal(item);
          out[c] = adds ? products[item] * products[item] / remaining[item] : 0.0;
        }
      }
    });
    return true;
  }

  void row_entered(std::span<const double> row) const override {
    downdates_.reset();
    subtract(row, rows().attached_of(row)[0]);
  }
  void row_left(std::span<const double> row) const override {
    downdates_.reset();
    subtract(row, -rows().attached_of(row)[0]);
  }
  void rows_cleared() const override {
    downdates_.reset();
    correlations_ = problem().correlations;
  }

  const Problem& problem() const {
    return *static_cast<const LinearObjective&>(objective()).problem_;
  }

  void subtract(std::span<const double> row, double projection) const {
    for (std::size_t c = 0; c < correlations_.size(); ++c) correlations_[c] -= projection * row[c];
  }

  void do_gradient_norms(std::span<const Item> candidates, std::span<double> out) override {
    bring_rows_up_to_date();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      out[i] = 2.0 * std::abs(correlations_[static_cast<std::size_t>(candidates[i])]);
    }
  }

  std::unique_ptr<State> do_clone() const override { return std::make_unique<LinearState>(*this); }

  mutable std::vector<double> correlations_;  // correlation of each column with the residual
  mutable std::shared_ptr<const linalg::SurvivorRows> downdates_;  // of the present rows, on demand
};

LinearObjective::LinearObjective(Design design, std::vector<double> response, LinearOptions options,
                                 std::vector<std::string> names)
    : names_(std::move(names)) {
  const auto [rows, cols] = std::visit(
      [](const auto& matrix) { return std::pair(matrix.rows(), matrix.cols()); }, design);
  require(response.size() == rows, "linear: the design has {} rows but the response has {} values",
          rows, response.size());
  require(options.ridge >= 0.0 && std::isfinite(options.ridge),
          "ridge must be finite and 0 or more, got {}", options.ridge);
  require_item_names(names_, cols);
  std::visit([](const auto& matrix) { require_finite(matrix, "design"); }, design);
  require_finite(response, "response");
  Workers workers(options.threads);
  problem_ = std::make_unique<Problem>(design, std::move(response), options, workers);
}

LinearObjective::~LinearObjective() = default;

Item LinearObjective::size() const { return static_cast<Item>(problem_->columns->count()); }

std::string LinearObjective::item_name(Item item) const {
  return item_name_or_number(names_, item);
}

std::optional<double> LinearObjective::largest_value() const {
  return std::inner_product(problem_->y.begin(), problem_->y.end(), problem_->y.begin(), 0.0);
}

ItemStructure LinearObjective::structure() const { return {problem_.get()}; }

std::unique_ptr<State> LinearObjective::do_start(const Run& run) const {
  return std::make_unique<LinearState>(*this, run);
}

void LinearObjective::do_prove_ratios(const Run& run, Item largest_set, RatioBounds& bounds) const {
  const auto& columns = *problem_->columns;
  if (columns.count() > most_spectral_items) return;
  std::vector<double> gram(columns.count() * columns.count());
  std::vector<std::size_t> batch;
  std::vector<double*> out;
  for (std::size_t j = 0; j < columns.count(); ++j) {
    batch.push_back(j);
    out.push_back(gram.data() + j * columns.count());
    if (batch.size() < columns.at_once() && j + 1 < columns.count()) continue;
    run.check_stop();
    columns.products_with_each(batch, out, run.workers());
    batch.clear();
    out.clear();
  }
  prove_quadratic_ratios({columns.count(), columns.count(), std::move(gram)}, problem_->ridge,
                         problem_->ridge > 0.0 ? "X'X + ridge" : "X'X", largest_set, bounds);
}

namespace {

/// [X_S; sqrt(ridge) I], whose least-squares problem with (y, 0) is the ridge problem, factored
/// with column pivoting.
Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor(const linalg::Columns& columns, double ridge,
                                                   std::span<const Item> set) {
  const auto rows = static_cast<Eigen::Index>(columns.rows());
  const auto size = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(rows + size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    columns.copy_column(static_cast<std::size_t>(set[static_cast<std::size_t>(i)]),
                        {stacked.col(i).data(), columns.rows()});
    stacked(rows + i, i) = std::sqrt(ridge);
    // Rank must not depend on the units of a column.
    const double length = stacked.col(i).norm();
    if (length > 0.0) stacked.col(i) /= length;
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(std::sqrt(dependent_share));
  qr.compute(stacked);
  return qr;
}

Eigen::VectorXd projections(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& qr,
                            const std::vector<double>& y) {
  Eigen::VectorXd rotated = Eigen::VectorXd::Zero(qr.rows());
  rotated.head(static_cast<Eigen::Index>(y.size())) =
      Eigen::Map<const Eigen::VectorXd>(y.data(), static_cast<Eigen::Index>(y.size()));
  rotated.applyOnTheLeft(qr.householderQ().adjoint());
  return rotated;
}

}  // namespace

double LinearObjective::do_value(std::span<const Item> set) const {
  const auto qr = factor(*problem_->columns, problem_->ridge, set);
  return projections(qr, problem_->y).head(qr.rank()).squaredNorm();
}

std::vector<double> LinearObjective::fit(std::span<const Item> set) const {
  require_set(set);
  std::vector<double> weights(set.size() + 1, 0.0);
  weights.back() = problem_->y_mean;
  if (set.empty()) return weights;
  const auto qr = factor(*problem_->columns, problem_->ridge, set);
  const auto rank = qr.rank();
  const Eigen::VectorXd pivoted = qr.matrixR()
                                      .topLeftCorner(rank, rank)
                                      .triangularView<Eigen::Upper>()
                                      .solve(projections(qr, problem_->y).head(rank));
  for (Eigen::Index i = 0; i < rank; ++i) {
    const auto where = static_cast<std::size_t>(qr.colsPermutation().indices()[i]);
    weights[where] = pivoted[i] / std::sqrt(problem_->diagonal(set[where]));
    if (!problem_->x_means.empty())
      weights.back() -= weights[where] * problem_->x_means[static_cast<std::size_t>(set[where])];
  }
  return weights;
}

std::size_t LinearObjective::rows() const { return problem_->y.size(); }

FittedWeights LinearObjective::weights(std::span<const Item> set) const {
  FittedWeights fitted{{set.begin(), set.end()}, 1, fit(set), {}};
  fitted.intercepts.push_back(fitted.weights.back());
  fitted.weights.pop_back();
  return fitted;
}

void LinearObjective::copy_column(Item item, std::span<double> out) const {
  const auto column = static_cast<std::size_t>(item);
  problem_->columns->copy_column(column, out);
  if (problem_->x_means.empty()) return;
  for (double& x : out) x += problem_->x_means[column];
}

double LinearObjective::fit_of(std::span<const double> scores) const {
  double fit = *largest_value();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double residual = problem_->y[i] + problem_->y_mean - scores[i];
    fit -= residual * residual;
  }
  return fit;
}

double LinearObjective::penalty() const { return problem_->ridge; }

}  // namespace holdfast
