#include "holdfast/linalg/block_tableau.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/linalg/inverse_of.hpp"

namespace holdfast::linalg {

BlockTableau::BlockTableau(Eigen::MatrixXd curvature, Eigen::VectorXd slopes,
                           std::span<const Index> sizes)
    : swept_(std::move(curvature)), right_(std::move(slopes)), kept_(sizes.size(), 0) {
  for (const Index size : sizes) offsets_.push_back(offsets_.back() + size);
}

std::vector<Index> BlockTableau::rows_of(std::span<const Index> blocks) const {
  std::vector<Index> rows;
  for (const Index block : blocks) {
    for (Index row = begin(block); row < begin(block + 1); ++row) rows.push_back(row);
  }
  return rows;
}

void BlockTableau::move(std::span<const Index> blocks) {
  if (blocks.empty()) return;
  const double sign = is_kept(blocks.front()) ? -1.0 : 1.0;
  const auto rows = rows_of(blocks);
  const Eigen::MatrixXd across = swept_(Eigen::indexing::all, rows);
  const Eigen::VectorXd own = right_(rows);
  const Eigen::LLT<Eigen::MatrixXd> pivot(sign * across(rows, Eigen::indexing::all));
  require<NumericFailure>(pivot.info() == Eigen::Success, "a block of weights is degenerate");
  const Eigen::MatrixXd inverse = sign * inverse_of(pivot, nullptr);
  const Eigen::MatrixXd answers = across * inverse;
  swept_.noalias() -= answers * across.transpose();
  swept_(Eigen::indexing::all, rows) = sign * answers;
  swept_(rows, Eigen::indexing::all) = sign * answers.transpose();
  swept_(rows, rows) = -inverse;
  right_.noalias() -= answers * own;
  right_(rows) = sign * inverse * own;
  value_ += 0.5 * own.dot(inverse * own);
  for (const Index block : blocks) kept_[static_cast<std::size_t>(block)] = sign > 0.0 ? 1 : 0;
}

double BlockTableau::gain(Index block) const {
  const Index at = begin(block);
  const Index count = size(block);
  const Eigen::LLT<Eigen::MatrixXd> own(swept_.block(at, at, count, count));
  return 0.5 * own.matrixL().solve(right_.segment(at, count)).squaredNorm();
}

double BlockTableau::loss(Index block) const {
  const Index at = begin(block);
  const Index count = size(block);
  const Eigen::LLT<Eigen::MatrixXd> own(-swept_.block(at, at, count, count));
  return 0.5 * own.matrixL().solve(right_.segment(at, count)).squaredNorm();
}

void BlockTableau::for_each_exchange(Index first,
                                     const std::function<void(const Exchange&)>& visit) const {
  Eigen::LLT<Eigen::MatrixXd> joining_block;
  Eigen::LLT<Eigen::MatrixXd> leaving_block;
  Eigen::MatrixXd across;
  Eigen::MatrixXd own;
  Eigen::VectorXd weights;
  for (Index joining = 0; joining < blocks(); ++joining) {
    if (is_kept(joining)) continue;
    const Index in = begin(joining);
    const Index joins = size(joining);
    joining_block.compute(swept_.block(in, in, joins, joins));
    if (joining_block.info() != Eigen::Success) continue;
    Eigen::VectorXd step = right_.segment(in, joins);
    joining_block.matrixL().solveInPlace(step);
    const double gain = 0.5 * step.squaredNorm();
    across = swept_.middleRows(in, joins);
    joining_block.matrixL().solveInPlace(across);
    for (Index leaving = first; leaving < blocks(); ++leaving) {
      if (!is_kept(leaving)) continue;
      const Index out = begin(leaving);
      const Index leaves = size(leaving);
      const auto shift = across.middleCols(out, leaves);
      own.noalias() = shift.transpose().lazyProduct(shift);
      own -= swept_.block(out, out, leaves, leaves);
      weights = right_.segment(out, leaves);
      weights.noalias() -= shift.transpose().lazyProduct(step);
      leaving_block.compute(own);
      if (leaving_block.info() != Eigen::Success) continue;
      leaving_block.matrixL().solveInPlace(weights);
      visit({joining, leaving, gain - 0.5 * weights.squaredNorm()});
    }
  }
}

std::vector<BlockTableau::Exchange> BlockTableau::best_exchanges(Index first,
                                                                 std::size_t count) const {
  std::vector<Exchange> best;
  for_each_exchange(first, [&](const Exchange& exchange) {
    if (best.size() == count && !(exchange.change < best.back().change)) return;
    best.insert(std::ranges::upper_bound(best, exchange.change, {}, &Exchange::change), exchange);
    if (best.size() > count) best.pop_back();
  });
  return best;
}

Eigen::VectorXd BlockTableau::weights_without(Index block) const {
  const Index at = begin(block);
  const Index count = size(block);
  const Eigen::LLT<Eigen::MatrixXd> own(-swept_.block(at, at, count, count));
  require<NumericFailure>(own.info() == Eigen::Success, "a block of weights is degenerate");
  Eigen::VectorXd weights =
      right_ + swept_.middleCols(at, count) * own.solve(right_.segment(at, count));
  for (Index other = 0; other < blocks(); ++other) {
    if (!is_kept(other) || other == block) weights.segment(begin(other), size(other)).setZero();
  }
  return weights;
}

Eigen::VectorXd BlockTableau::weights(std::span<const Index> blocks) const {
  return right_(rows_of(blocks));
}

Eigen::MatrixXd BlockTableau::inverse(std::span<const Index> blocks) const {
  const auto rows = rows_of(blocks);
  return -swept_(rows, rows);
}

}  // namespace holdfast::linalg
