#pragma once

#include <Eigen/Dense>
#include <functional>

#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/linalg/candidate_rows.hpp"
#include "holdfast/linalg/gram_columns.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/objectives/trace/span_walk.hpp"

namespace holdfast {

/// The data of a linear regression in the form that States use. The columns may be some of those of
/// a design of which others are on other machines, or none.
class LinearProblem final : public TraceOracle {
 public:
  /// A column whose squared distance from the span is at most this share of its squared length adds
  /// no direction.
  static constexpr double dependent_share = 1e-10;

  /// Throws as LinearObjective does.
  LinearProblem(const LinearObjective::Design& design, const Matrix& responses,
                const LinearOptions& options, Workers& workers);

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
  /// The squares of all responses in use.
  double largest_value() const;

  /// Writes column i of a set.
  using CopyColumn = std::function<void(std::size_t i, std::span<double> out)>;
  CopyColumn copier_of(std::span<const Item> set) const;
  /// [X_S; sqrt(ridge) I], whose least-squares problem with (y, 0) is the ridge problem, factored
  /// with column pivoting, each column divided by its length.
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor(std::size_t size,
                                                     const CopyColumn& copy) const;
  /// Q' (Y, 0), one response a column.
  Eigen::MatrixXd projections(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& qr) const;
  /// f of a set, from scratch.
  double value(std::size_t size, const CopyColumn& copy) const;

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

/// What the gains of linear regression are computed from, beside CandidateRows that move: the
/// correlation of each column with the residuals, item by item.
class LinearGains {
 public:
  explicit LinearGains(const LinearProblem& problem);

  void row_entered(const linalg::CandidateRows& rows, std::span<const double> row) {
    subtract(rows, row, 1.0);
  }
  void row_left(const linalg::CandidateRows& rows, std::span<const double> row) {
    subtract(rows, row, -1.0);
  }
  void gains(const linalg::CandidateRows& rows, std::span<const Item> candidates,
             std::span<double> out) const;
  void gradient_norms(std::span<const Item> candidates, std::span<double> out) const;
  const std::vector<double>& correlations() const { return correlations_; }

  static double squared_length(std::span<const double> numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number * number;
    return sum;
  }

 private:
  /// Takes from each correlation what the direction of the row accounts for.
  void subtract(const linalg::CandidateRows& rows, std::span<const double> row, double sign);
  std::span<const double> correlations_of(Item item) const {
    return std::span(correlations_)
        .subspan(static_cast<std::size_t>(item) * responses_, responses_);
  }

  std::size_t responses_;
  std::vector<double> correlations_;
};

}  // namespace holdfast
