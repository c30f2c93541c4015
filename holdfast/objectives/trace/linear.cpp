#include "holdfast/objectives/trace/linear.hpp"

#include <Eigen/Dense>
#include <algorithm>
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
#include "holdfast/objectives/row_weights.hpp"
#include "holdfast/objectives/trace/span_state.hpp"
#include "holdfast/objectives/trace/spectral_ratios.hpp"

namespace holdfast {
namespace {

/// A column whose squared distance from the span is at most this share of its squared length adds
/// no direction.
constexpr double dependent_share = 1e-10;

std::unique_ptr<linalg::Columns> columns_of(const LinearObjective::Design& design,
                                            const LinearOptions& options, Workers& workers) {
  if (const auto* dense = std::get_if<Matrix>(&design))
    return linalg::make_columns(*dense, options.intercept, workers, options.row_weights);
  return linalg::make_columns(std::get<SparseMatrix>(design), options.intercept,
                              options.row_weights);
}

std::vector<double> column_means(const Matrix& matrix, std::span<const double> weights) {
  std::vector<double> means(matrix.cols());
  for (std::size_t j = 0; j < means.size(); ++j)
    means[j] = linalg::weighted_mean(matrix.column(j), weights);
  return means;
}

std::vector<double> column_means(const SparseMatrix& matrix, std::span<const double> weights) {
  std::vector<double> means(matrix.cols());
  std::vector<double> column(matrix.rows());
  for (std::size_t j = 0; j < means.size(); ++j) {
    std::ranges::fill(column, 0.0);
    const auto where = matrix.column_rows(j);
    const auto what = matrix.column_values(j);
    for (std::size_t p = 0; p < where.size(); ++p)
      column[static_cast<std::size_t>(where[p])] = what[p];
    means[j] = linalg::weighted_mean(column, weights);
  }
  return means;
}

}  // namespace

/// The data in the form that States use.
class LinearObjective::Problem final : public TraceOracle {
 public:
  Problem(const Design& design, const Matrix& responses, const LinearOptions& options,
          Workers& workers)
      : ridge(options.ridge),
        roots(linalg::roots_of(options.row_weights)),
        y(responses.data(), responses.data() + responses.rows() * responses.cols()),
        y_means(responses.cols(), 0.0),
        columns(columns_of(design, options, workers)),
        gram(*columns),
        correlations(columns->count() * responses.cols()),
        diagonal_(columns->count()) {
    if (options.intercept && !y.empty()) {
      y_means = column_means(responses, options.row_weights);
      x_means = std::visit(
          [&](const auto& matrix) { return column_means(matrix, options.row_weights); }, design);
    }
    std::vector<double> products(columns->count());
    for (std::size_t r = 0; r < y_means.size(); ++r) {
      const auto own = response_in_use(r);
      for (double& value : own) value -= y_means[r];
      for (std::size_t i = 0; i < roots.size(); ++i) own[i] *= roots[i];
      columns->products_with(own, products, workers);
      for (std::size_t j = 0; j < products.size(); ++j)
        correlations[j * y_means.size() + r] = products[j];
    }
    workers.share_range(diagonal_.size(), 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) diagonal_[j] = columns->product(j, j) + ridge;
    });
  }

  Column column(Item item, const std::function<Items()>& likely, Workers& workers) const override {
    auto made = gram.column(static_cast<std::size_t>(item), likely, workers);
    return {*made, made};
  }
  /// Four times as many as fit into a pass, because most of them may already be kept.
  std::size_t guesses() const override { return 4 * (gram.at_once() - 1); }
  void entries(Item item, std::span<const Item> rows, std::span<double> out) const override {
    gram.products(static_cast<std::size_t>(item), rows, out);
  }
  using TraceOracle::diagonal;
  std::span<const double> diagonal() const override { return diagonal_; }
  std::span<const double> response(Item item) const override {
    return {&correlations[static_cast<std::size_t>(item) * responses()], responses()};
  }
  std::size_t responses() const override { return y_means.size(); }
  double dependent() const override { return dependent_share; }

  std::size_t rows() const { return columns->rows(); }
  /// A response as States use it: centered if there is an intercept, its rows multiplied by the
  /// roots of their weights.
  std::span<const double> response_in_use(std::size_t r) const {
    return std::span(y).subspan(r * rows(), rows());
  }

  double ridge;
  std::vector<double> roots;  // of the weights of the rows; empty: all 1
  std::vector<double> y;      // all responses in use, one after the other
  std::vector<double> y_means;
  std::vector<double> x_means;
  std::unique_ptr<linalg::Columns> columns;
  linalg::GramColumns gram;
  std::vector<double> correlations;  // B = X'Y, item by item
  std::shared_ptr<SpanWalk> walk = std::make_shared<SpanWalk>();

 private:
  std::span<double> response_in_use(std::size_t r) {
    return std::span(y).subspan(r * rows(), rows());
  }

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
    for (std::size_t i = 0; i < rows().rank(); ++i)
      sum += squared_length(rows().attached_of(rows().row(i)));
    return sum;
  }
  double value_by_set() const override { return set().value(); }

  void gains_by_rows(std::span<const Item> candidates, std::span<double> out) const override {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Item item = candidates[i];
      const double gain = squared_length(correlations_of(item)) / rows().remaining(item);
      out[i] = rows().adds_direction(item) ? gain : 0.0;
    }
  }

  void losses_by_set(std::span<double> out) const override { set().losses(items(), out, oracle()); }

  bool survivors(std::span<const Items> removed, std::span<const Item> candidates,
                 std::span<double> values, std::span<double> gains) override {
    if (oracle().responses() > 1) return false;
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
    subtract(row, 1.0);
  }
  void row_left(std::span<const double> row) const override {
    downdates_.reset();
    subtract(row, -1.0);
  }
  void rows_cleared() const override {
    downdates_.reset();
    correlations_ = problem().correlations;
  }

  const Problem& problem() const {
    return *static_cast<const LinearObjective&>(objective()).problem_;
  }

  /// Takes from each correlation what the direction of the row accounts for.
  void subtract(std::span<const double> row, double sign) const {
    const std::size_t responses = oracle().responses();
    const auto along = rows().items_of(row);
    const auto attached = rows().attached_of(row);
    for (std::size_t r = 0; r < responses; ++r) {
      const double projection = sign * attached[r];
      for (std::size_t c = 0; c < along.size(); ++c)
        correlations_[c * responses + r] -= projection * along[c];
    }
  }

  std::span<const double> correlations_of(Item item) const {
    const std::size_t responses = oracle().responses();
    return std::span(correlations_).subspan(static_cast<std::size_t>(item) * responses, responses);
  }

  static double squared_length(std::span<const double> numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number * number;
    return sum;
  }

  void do_gradient_norms(std::span<const Item> candidates, std::span<double> out) override {
    bring_rows_up_to_date();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      out[i] = 2.0 * std::sqrt(squared_length(correlations_of(candidates[i])));
    }
  }

  std::unique_ptr<State> do_clone() const override { return std::make_unique<LinearState>(*this); }

  mutable std::vector<double> correlations_;  // of each column with the residuals, item by item
  mutable std::shared_ptr<const linalg::SurvivorRows> downdates_;  // of the present rows, on demand
};

namespace {

Matrix as_column(std::vector<double> response) {
  const std::size_t rows = response.size();
  return {rows, 1, std::move(response)};
}

}  // namespace

LinearObjective::LinearObjective(Design design, std::vector<double> response, LinearOptions options,
                                 std::vector<std::string> names)
    : LinearObjective(std::move(design), as_column(std::move(response)), std::move(options),
                      std::move(names)) {}

LinearObjective::LinearObjective(Design design, Matrix responses, LinearOptions options,
                                 std::vector<std::string> names)
    : names_(std::move(names)) {
  const auto [rows, cols] = std::visit(
      [](const auto& matrix) { return std::pair(matrix.rows(), matrix.cols()); }, design);
  require(responses.rows() == rows, "linear: the design has {} rows but the response has {} values",
          rows, responses.rows());
  require(responses.cols() > 0, "linear: there is no response; at least one is needed");
  require(options.ridge >= 0.0 && std::isfinite(options.ridge),
          "ridge must be finite and 0 or more, got {}", options.ridge);
  require_item_names(names_, cols);
  std::visit([](const auto& matrix) { require_finite(matrix, "design"); }, design);
  if (responses.cols() == 1) {
    require_finite(responses.column(0), "response");
  } else {
    require_finite(responses, "responses");
  }
  require_row_weights(options.row_weights, rows);
  Workers workers(options.threads);
  problem_ = std::make_unique<Problem>(design, responses, options, workers);
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

/// Q' (Y, 0), one response a column.
Eigen::MatrixXd projections(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& qr,
                            const std::vector<double>& y, std::size_t rows, std::size_t count) {
  const auto height = static_cast<Eigen::Index>(rows);
  const auto width = static_cast<Eigen::Index>(count);
  Eigen::MatrixXd rotated = Eigen::MatrixXd::Zero(qr.rows(), width);
  rotated.topRows(height) = Eigen::Map<const Eigen::MatrixXd>(y.data(), height, width);
  rotated.applyOnTheLeft(qr.householderQ().adjoint());
  return rotated;
}

}  // namespace

double LinearObjective::do_value(std::span<const Item> set) const {
  const auto qr = factor(*problem_->columns, problem_->ridge, set);
  return projections(qr, problem_->y, rows(), problem_->responses())
      .topRows(qr.rank())
      .squaredNorm();
}

std::vector<double> LinearObjective::fit(std::span<const Item> set) const {
  require_set(set);
  const std::size_t responses = problem_->responses();
  const std::size_t height = set.size() + 1;
  std::vector<double> weights(height * responses, 0.0);
  for (std::size_t r = 0; r < responses; ++r)
    weights[r * height + set.size()] = problem_->y_means[r];
  if (set.empty()) return weights;
  const auto qr = factor(*problem_->columns, problem_->ridge, set);
  const auto rank = qr.rank();
  const Eigen::MatrixXd rotated = projections(qr, problem_->y, rows(), responses).topRows(rank);
  const Eigen::MatrixXd pivoted =
      qr.matrixR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>().solve(rotated);
  for (std::size_t r = 0; r < responses; ++r) {
    double* own = weights.data() + r * height;
    for (Eigen::Index i = 0; i < rank; ++i) {
      const auto where = static_cast<std::size_t>(qr.colsPermutation().indices()[i]);
      own[where] =
          pivoted(i, static_cast<Eigen::Index>(r)) / std::sqrt(problem_->diagonal(set[where]));
      if (!problem_->x_means.empty())
        own[set.size()] -= own[where] * problem_->x_means[static_cast<std::size_t>(set[where])];
    }
  }
  return weights;
}

std::size_t LinearObjective::rows() const { return problem_->rows(); }

FittedWeights LinearObjective::weights(std::span<const Item> set) const {
  const std::size_t responses = problem_->responses();
  const std::vector<double> found = fit(set);
  FittedWeights fitted{{set.begin(), set.end()}, static_cast<int>(responses), {}, {}};
  for (std::size_t i = 0; i <= set.size(); ++i) {
    auto& to = i < set.size() ? fitted.weights : fitted.intercepts;
    for (std::size_t r = 0; r < responses; ++r) to.push_back(found[r * (set.size() + 1) + i]);
  }
  return fitted;
}

void LinearObjective::copy_column(Item item, std::span<double> out) const {
  const auto column = static_cast<std::size_t>(item);
  problem_->columns->copy_column(column, out);
  for (std::size_t i = 0; i < problem_->roots.size(); ++i) out[i] /= problem_->roots[i];
  if (problem_->x_means.empty()) return;
  for (double& x : out) x += problem_->x_means[column];
}

double LinearObjective::fit_of(std::span<const double> scores) const {
  const auto& roots = problem_->roots;
  double fit = *largest_value();
  for (std::size_t r = 0; r < problem_->responses(); ++r) {
    const auto own = problem_->response_in_use(r);
    for (std::size_t i = 0; i < rows(); ++i) {
      const double moved = problem_->y_means[r] - scores[r * rows() + i];
      const double residual = own[i] + (roots.empty() ? moved : roots[i] * moved);
      fit -= residual * residual;
    }
  }
  return fit;
}

double LinearObjective::penalty() const { return problem_->ridge; }

}  // namespace holdfast
