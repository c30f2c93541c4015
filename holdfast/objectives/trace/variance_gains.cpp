#include "holdfast/objectives/trace/variance_gains.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "holdfast/linalg/inner_products.hpp"

namespace holdfast {

namespace {

std::unique_ptr<linalg::Columns> as_columns(const Matrix& matrix) {
  Workers alone(1);
  return linalg::make_columns(matrix, false, alone);
}

}  // namespace

TargetCovariances::TargetCovariances(const Matrix& targets_by_items)
    : columns(as_columns(targets_by_items)), products(*columns), squares(targets_by_items.cols()) {
  for (std::size_t v = 0; v < squares.size(); ++v)
    squares[v] = linalg::squared_norm(targets_by_items.column(v));
}

void VarianceGains::gains(const linalg::CandidateRows& rows, std::span<const Item> candidates,
                          std::span<double> out) const {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double square = squared_lengths_[static_cast<std::size_t>(candidates[i])];
    out[i] = std::max(0.0, square) / rows.remaining(candidates[i]);
  }
}

double VarianceGains::squared_length(std::span<const double> numbers) {
  return linalg::squared_norm(numbers);
}

/// ||a - t u||^2 = ||a||^2 - 2 t u'a + t^2 ||u||^2, and the a_v available are those after the
/// step: u'a_before = u'a_after + t ||u||^2. Of u'a_v = u'k(M, v) - sum_i t_iv u'u_i the second
/// term is the combination of the present rows by overlaps.
void VarianceGains::change_lengths(const linalg::CandidateRows& rows, std::span<const double> row,
                                   double square, double sign, const Eigen::VectorXd& combined,
                                   Workers& workers) {
  std::vector<double> computed;
  auto products = rows.attached_of(row).subspan(covariances_->targets());
  if (!covariances_->carries_products()) {
    computed.resize(squared_lengths_.size());
    covariances_->columns->products_with(explained_by(rows, row), computed, workers);
    products = computed;
  }
  for (std::size_t v = 0; v < squared_lengths_.size(); ++v) {
    const double t = row[v];
    const double after = products[v] - combined[static_cast<Eigen::Index>(v)];
    // entered: before - 2 t (after + t s) + t^2 s; left: before + 2 t after - t^2 s.
    squared_lengths_[v] += linalg::plus_product(-(t * t * square), sign * 2.0 * t, after);
  }
}

void VarianceGains::row_entered(const linalg::CandidateRows& rows, std::span<const double> row,
                                Workers& workers, const Eigen::VectorXd* combined) {
  explained_.push_back(squared_length(explained_by(rows, row)));
  change_lengths(rows, row, explained_.back(), -1.0,
                 combined ? *combined : combination(rows, row, workers), workers);
}

void VarianceGains::row_left(const linalg::CandidateRows& rows, std::span<const double> row,
                             Workers& workers) {
  change_lengths(rows, row, squared_length(explained_by(rows, row)), 1.0,
                 combination(rows, row, workers), workers);
  explained_.resize(rows.rank());
  for (std::size_t i = 0; i < rows.rank(); ++i)
    explained_[i] = squared_length(explained_by(rows, rows.row(i)));
}

double VarianceGains::value() const { return linalg::plain_sum(explained_); }

double variance_explained(const TraceOracle& oracle, std::span<const Item> set) {
  const auto size = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd observed(size, size);
  oracle.block(set, set, {observed.data(), set.size() * set.size()});
  Eigen::MatrixXd with_targets(size, static_cast<Eigen::Index>(oracle.responses()));
  for (Eigen::Index i = 0; i < size; ++i) {
    const auto of_item = oracle.response(set[static_cast<std::size_t>(i)]);
    with_targets.row(i) = Eigen::Map<const Eigen::RowVectorXd>(of_item.data(), std::ssize(of_item));
  }
  return with_targets.cwiseProduct(observed.llt().solve(with_targets)).sum();
}

}  // namespace holdfast
