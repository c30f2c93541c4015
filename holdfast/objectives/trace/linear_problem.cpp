#include "holdfast/objectives/trace/linear_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "holdfast/core/require.hpp"
#include "holdfast/linalg/columns.hpp"
#include "holdfast/linalg/inner_products.hpp"
#include "holdfast/objectives/row_weights.hpp"

namespace holdfast {
namespace {

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

const LinearOptions& sound(const LinearObjective::Design& design, const Matrix& responses,
                           const LinearOptions& options) {
  const std::size_t rows = std::visit([](const auto& matrix) { return matrix.rows(); }, design);
  require(responses.rows() == rows, "linear: the design has {} rows but the response has {} values",
          rows, responses.rows());
  require(responses.cols() > 0, "linear: there is no response; at least one is needed");
  require(options.ridge >= 0.0 && std::isfinite(options.ridge),
          "ridge must be finite and 0 or more, got {}", options.ridge);
  std::visit([](const auto& matrix) { require_finite(matrix, "design"); }, design);
  if (responses.cols() == 1) {
    require_finite(responses.column(0), "response");
  } else {
    require_finite(responses, "responses");
  }
  require_row_weights(options.row_weights, rows);
  return options;
}

}  // namespace

LinearProblem::LinearProblem(const LinearObjective::Design& design, const Matrix& responses,
                             const LinearOptions& options, Workers& workers)
    : ridge(sound(design, responses, options).ridge),
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

double LinearProblem::largest_value() const {
  return std::inner_product(y.begin(), y.end(), y.begin(), 0.0);
}

LinearProblem::CopyColumn LinearProblem::copier_of(std::span<const Item> set) const {
  return [this, set](std::size_t i, std::span<double> out) {
    columns->copy_column(static_cast<std::size_t>(set[i]), out);
  };
}

Eigen::ColPivHouseholderQR<Eigen::MatrixXd> LinearProblem::factor(std::size_t size,
                                                                  const CopyColumn& copy) const {
  const auto height = static_cast<Eigen::Index>(rows());
  const auto width = static_cast<Eigen::Index>(size);
  Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(height + width, width);
  for (Eigen::Index i = 0; i < width; ++i) {
    copy(static_cast<std::size_t>(i), {stacked.col(i).data(), rows()});
    stacked(height + i, i) = std::sqrt(ridge);
    // Rank must not depend on the units of a column.
    const double length = stacked.col(i).norm();
    if (length > 0.0) stacked.col(i) /= length;
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(std::sqrt(dependent_share));
  qr.compute(stacked);
  return qr;
}

Eigen::MatrixXd LinearProblem::projections(
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& qr) const {
  const auto height = static_cast<Eigen::Index>(rows());
  const auto width = static_cast<Eigen::Index>(responses());
  Eigen::MatrixXd rotated = Eigen::MatrixXd::Zero(qr.rows(), width);
  rotated.topRows(height) = Eigen::Map<const Eigen::MatrixXd>(y.data(), height, width);
  rotated.applyOnTheLeft(qr.householderQ().adjoint());
  return rotated;
}

double LinearProblem::value(std::size_t size, const CopyColumn& copy) const {
  const auto qr = factor(size, copy);
  return projections(qr).topRows(qr.rank()).squaredNorm();
}

LinearGains::LinearGains(const LinearProblem& problem)
    : responses_(problem.responses()), correlations_(problem.correlations) {}

void LinearGains::gains(const linalg::CandidateRows& rows, std::span<const Item> candidates,
                        std::span<double> out) const {
  const auto write = [&](const auto& squared) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Item item = candidates[i];
      const double gain = squared(item) / rows.remaining(item);
      out[i] = rows.adds_direction(item) ? gain : 0.0;
    }
  };
  // A loop over one response would keep the compiler from taking several candidates at a time.
  if (responses_ == 1) {
    write([&](Item item) {
      const double correlation = correlations_[static_cast<std::size_t>(item)];
      return correlation * correlation;
    });
  } else {
    write([&](Item item) { return squared_length(correlations_of(item)); });
  }
}

void LinearGains::gradient_norms(std::span<const Item> candidates, std::span<double> out) const {
  for (std::size_t i = 0; i < candidates.size(); ++i)
    out[i] = 2.0 * std::sqrt(squared_length(correlations_of(candidates[i])));
}

void LinearGains::subtract(const linalg::CandidateRows& rows, std::span<const double> row,
                           double sign) {
  const auto along = rows.items_of(row);
  const auto attached = rows.attached_of(row);
  const auto along_response = [&](std::size_t r, auto responses) {
    const double projection = -sign * attached[r];
    for (std::size_t c = 0; c < along.size(); ++c) {
      double& correlation = correlations_[c * responses + r];
      correlation = linalg::plus_product(correlation, projection, along[c]);
    }
  };
  if (responses_ == 1) return along_response(0, std::integral_constant<std::size_t, 1>());
  for (std::size_t r = 0; r < responses_; ++r) along_response(r, responses_);
}

}  // namespace holdfast
