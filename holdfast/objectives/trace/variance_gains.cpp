#include "holdfast/objectives/trace/variance_gains.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "holdfast/linalg/inner_products.hpp"

namespace holdfast {

TargetCovariances::TargetCovariances(const Matrix& targets_by_items)
    : squares(targets_by_items.cols()) {
  Workers alone(1);
  columns = linalg::make_columns(targets_by_items, false, alone);
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

/// u'a_v for every v, with the a_v of the present rows.
Eigen::VectorXd VarianceGains::agreement(const linalg::CandidateRows& rows,
                                         std::span<const double> explained,
                                         Workers& workers) const {
  Eigen::VectorXd raw(std::ssize(squared_lengths_));
  covariances_->columns->products_with(explained, {raw.data(), squared_lengths_.size()}, workers);
  Eigen::VectorXd overlaps(static_cast<Eigen::Index>(rows.rank()));
  if (rows.rank() > 0) {
    const auto first = rows.row(0);
    linalg::inner_products_with(explained, rows.attached_of(first).data(), first.size(),
                                {overlaps.data(), rows.rank()});
  }
  return raw - rows.combine_items(overlaps, workers);
}

/// ||a - t u||^2 = ||a||^2 - 2 t u'a + t^2 ||u||^2, and the a_v available are those after the
/// step: u'a_before = u'a_after + t ||u||^2.
void VarianceGains::change_lengths(const linalg::CandidateRows& rows, std::span<const double> row,
                                   double square, double sign, Workers& workers) {
  const Eigen::VectorXd after = agreement(rows, rows.attached_of(row), workers);
  for (std::size_t v = 0; v < squared_lengths_.size(); ++v) {
    const double t = row[v];
    // entered: before - 2 t (after + t s) + t^2 s; left: before + 2 t after - t^2 s.
    squared_lengths_[v] += linalg::plus_product(-(t * t * square), sign * 2.0 * t,
                                                after[static_cast<Eigen::Index>(v)]);
  }
}

void VarianceGains::row_entered(const linalg::CandidateRows& rows, std::span<const double> row,
                                Workers& workers) {
  explained_.push_back(squared_length(rows.attached_of(row)));
  change_lengths(rows, row, explained_.back(), -1.0, workers);
}

void VarianceGains::row_left(const linalg::CandidateRows& rows, std::span<const double> row,
                             Workers& workers) {
  change_lengths(rows, row, squared_length(rows.attached_of(row)), 1.0, workers);
  explained_.resize(rows.rank());
  for (std::size_t i = 0; i < rows.rank(); ++i)
    explained_[i] = squared_length(rows.attached_of(rows.row(i)));
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
