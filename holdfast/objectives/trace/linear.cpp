#include "holdfast/objectives/trace/linear.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/survivor_gains.hpp"
#include "holdfast/linalg/survivor_rows.hpp"
#include "holdfast/objectives/item_names.hpp"
#include "holdfast/objectives/trace/linear_problem.hpp"
#include "holdfast/objectives/trace/span_state.hpp"
#include "holdfast/objectives/trace/spectral_ratios.hpp"

namespace holdfast {

class LinearObjective::LinearState final : public SpanState, public SurvivorGains {
 public:
  LinearState(const LinearObjective& objective, const Run& run)
      : SpanState(objective, *objective.problem_, objective.problem_->walk, run),
        gains_(*objective.problem_) {}

 private:
  double value_by_rows() const override {
    double sum = 0.0;
    for (std::size_t i = 0; i < rows().rank(); ++i)
      sum += LinearGains::squared_length(rows().attached_of(rows().row(i)));
    return sum;
  }
  double value_by_set() const override { return set().value(); }

  void gains_by_rows(std::span<const Item> candidates, std::span<double> out) const override {
    gains_.gains(rows(), candidates, out);
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
    const auto& all = gains_.correlations();
    const Eigen::Map<const Eigen::VectorXd> correlations(all.data(), std::ssize(all));
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
    gains_.row_entered(rows(), row);
  }
  void row_left(std::span<const double> row) const override {
    downdates_.reset();
    gains_.row_left(rows(), row);
  }
  void rows_cleared() const override {
    downdates_.reset();
    gains_ = LinearGains(problem());
  }

  const LinearProblem& problem() const {
    return *static_cast<const LinearObjective&>(objective()).problem_;
  }

  void do_gradient_norms(std::span<const Item> candidates, std::span<double> out) override {
    bring_rows_up_to_date();
    gains_.gradient_norms(candidates, out);
  }

  std::unique_ptr<State> do_clone() const override { return std::make_unique<LinearState>(*this); }

  mutable LinearGains gains_;
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
  const std::size_t cols = std::visit([](const auto& matrix) { return matrix.cols(); }, design);
  require_item_names(names_, cols);
  Workers workers(options.threads);
  problem_ = std::make_unique<LinearProblem>(design, responses, options, workers);
}

LinearObjective::~LinearObjective() = default;

Item LinearObjective::size() const { return static_cast<Item>(problem_->columns->count()); }

std::string LinearObjective::item_name(Item item) const {
  return item_name_or_number(names_, item);
}

std::optional<double> LinearObjective::largest_value() const { return problem_->largest_value(); }

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

double LinearObjective::do_value(std::span<const Item> set) const {
  return problem_->value(set.size(), problem_->copier_of(set));
}

std::vector<double> LinearObjective::fit(std::span<const Item> set) const {
  require_set(set);
  const std::size_t responses = problem_->responses();
  const std::size_t height = set.size() + 1;
  std::vector<double> weights(height * responses, 0.0);
  for (std::size_t r = 0; r < responses; ++r)
    weights[r * height + set.size()] = problem_->y_means[r];
  if (set.empty()) return weights;
  const auto qr = problem_->factor(set.size(), problem_->copier_of(set));
  const auto rank = qr.rank();
  const Eigen::MatrixXd rotated = problem_->projections(qr).topRows(rank);
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
