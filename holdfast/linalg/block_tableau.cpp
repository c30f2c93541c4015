#include "holdfast/linalg/block_tableau.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/linalg/inverse_of.hpp"

namespace holdfast::linalg {

BlockTableau::BlockTableau(Eigen::MatrixXd curvature, Eigen::VectorXd slopes, Index block)
    : swept_(std::move(curvature)),
      right_(std::move(slopes)),
      size_(block),
      kept_(static_cast<std::size_t>(right_.size() / block), 0) {}

std::vector<Index> BlockTableau::rows_of(std::span<const Index> blocks) const {
  std::vector<Index> rows;
  rows.reserve(blocks.size() * static_cast<std::size_t>(size_));
  for (const Index block : blocks) {
    for (Index i = 0; i < size_; ++i) rows.push_back(block * size_ + i);
  }
  return rows;
}

void BlockTableau::move(std::span<const Index> blocks) {
  if (blocks.empty()) return;
  const double sign = is_kept(blocks.front()) ? -1.0 : 1.0;
  const auto rows = rows_of(blocks);
  const Eigen::MatrixXd across = swept_(Eigen::all, rows);
  const Eigen::VectorXd own = right_(rows);
  const Eigen::LLT<Eigen::MatrixXd> pivot(sign * across(rows, Eigen::all));
  if (pivot.info() != Eigen::Success) throw NumericFailure("a block of weights is degenerate");
  const Eigen::MatrixXd inverse = sign * inverse_of(pivot, nullptr);
  const Eigen::MatrixXd answers = across * inverse;
  swept_.noalias() -= answers * across.transpose();
  swept_(Eigen::all, rows) = sign * answers;
  swept_(rows, Eigen::all) = sign * answers.transpose();
  swept_(rows, rows) = -inverse;
  right_.noalias() -= answers * own;
  right_(rows) = sign * inverse * own;
  value_ += 0.5 * own.dot(inverse * own);
  for (const Index block : blocks) kept_[static_cast<std::size_t>(block)] = sign > 0.0 ? 1 : 0;
}

double BlockTableau::gain(Index block) const {
  const Index at = block * size_;
  const Eigen::LLT<Eigen::MatrixXd> own(swept_.block(at, at, size_, size_));
  return 0.5 * own.matrixL().solve(right_.segment(at, size_)).squaredNorm();
}

std::vector<BlockTableau::Exchange> BlockTableau::best_exchanges(Index first,
                                                                 std::size_t count) const {
  std::vector<Exchange> best;
  Eigen::LLT<Eigen::MatrixXd> joining_block(size_);
  Eigen::LLT<Eigen::MatrixXd> leaving_block(size_);
  Eigen::MatrixXd across;
  Eigen::MatrixXd own(size_, size_);
  Eigen::VectorXd weights(size_);
  for (Index joining = 0; joining < blocks(); ++joining) {
    if (is_kept(joining)) continue;
    const Index in = joining * size_;
    joining_block.compute(swept_.block(in, in, size_, size_));
    if (joining_block.info() != Eigen::Success) continue;
    Eigen::VectorXd step = right_.segment(in, size_);
    joining_block.matrixL().solveInPlace(step);
    const double gain = 0.5 * step.squaredNorm();
    across = swept_.middleRows(in, size_);
    joining_block.matrixL().solveInPlace(across);
    for (Index leaving = first; leaving < blocks(); ++leaving) {
      if (!is_kept(leaving)) continue;
      const Index out = leaving * size_;
      const auto shift = across.middleCols(out, size_);
      own.noalias() = shift.transpose().lazyProduct(shift);
      own -= swept_.block(out, out, size_, size_);
      weights = right_.segment(out, size_);
      weights.noalias() -= shift.transpose().lazyProduct(step);
      leaving_block.compute(own);
      if (leaving_block.info() != Eigen::Success) continue;
      leaving_block.matrixL().solveInPlace(weights);
      const double change = gain - 0.5 * weights.squaredNorm();
      if (best.size() == count && !(change < best.back().change)) continue;
      best.insert(std::ranges::upper_bound(best, change, {}, &Exchange::change),
                  {joining, leaving, change});
      if (best.size() > count) best.pop_back();
    }
  }
  return best;
}

Eigen::MatrixXd BlockTableau::weights(std::span<const Index> blocks) const {
  const Eigen::VectorXd found = right_(rows_of(blocks));
  return found.reshaped(size_, static_cast<Index>(blocks.size()));
}

Eigen::MatrixXd BlockTableau::inverse(std::span<const Index> blocks) const {
  const auto rows = rows_of(blocks);
  return -swept_(rows, rows);
}

}  // namespace holdfast::linalg
