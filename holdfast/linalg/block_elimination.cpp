#include "holdfast/linalg/block_elimination.hpp"

#include <Eigen/Cholesky>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast::linalg {
namespace {

using Index = Eigen::Index;

/// tr(W' K^-1 W).
double explained(const Eigen::MatrixXd& k, Eigen::MatrixXd w) {
  const Eigen::LLT<Eigen::MatrixXd> factor(k);
  factor.matrixL().solveInPlace(w);
  return w.squaredNorm();
}

}  // namespace

void BlockElimination::begin(const Eigen::MatrixXd& k, const Eigen::MatrixXd& w,
                             std::vector<Index> offsets) {
  k_ = k;
  w_ = w;
  offsets_ = std::move(offsets);
  gone_.assign(offsets_.size() - 1, 0);
  total_ = 0.0;
}

double BlockElimination::worth(Index block) const {
  const Index from = at(block);
  const Index count = size(block);
  if (count == 1) return w_.row(from).squaredNorm() / k_(from, from);
  return explained(k_.block(from, from, count, count), w_.middleRows(from, count));
}

double BlockElimination::worth(Index first, Index second) const {
  const Index a = size(first);
  const Index b = size(second);
  Eigen::MatrixXd k(a + b, a + b);
  k.topLeftCorner(a, a) = k_.block(at(first), at(first), a, a);
  k.bottomLeftCorner(b, a) = k_.block(at(second), at(first), b, a);
  k.bottomRightCorner(b, b) = k_.block(at(second), at(second), b, b);
  Eigen::MatrixXd w(a + b, w_.cols());
  w << w_.middleRows(at(first), a), w_.middleRows(at(second), b);
  return explained(k, std::move(w));
}

void BlockElimination::eliminate(Index block) {
  const Index from = at(block);
  const Index count = size(block);
  const Eigen::LLT<Eigen::MatrixXd> pivot(k_.block(from, from, count, count));
  require<NumericFailure>(pivot.info() == Eigen::Success,
                          "a group of items is too nearly dependent to be attacked");
  // U with K_:e K_ee^-1 K_e: = U U', U = K_:e L^-T.
  Eigen::MatrixXd across = k_.middleCols(from, count).transpose();
  pivot.matrixL().solveInPlace(across);
  Eigen::MatrixXd own = w_.middleRows(from, count);
  pivot.matrixL().solveInPlace(own);
  total_ += own.squaredNorm();
  k_.noalias() -= across.transpose() * across;
  w_.noalias() -= across.transpose() * own;
  // These entries are zero up to rounding.
  k_.middleCols(from, count).setZero();
  k_.middleRows(from, count).setZero();
  w_.middleRows(from, count).setZero();
  gone_[static_cast<std::size_t>(block)] = 1;
}

void BlockElimination::join(const Eigen::MatrixXd& v, const Eigen::MatrixXd& rest,
                            const Eigen::MatrixXd& open) {
  const Index before = k_.rows();
  const Index count = rest.rows();
  const Eigen::LLT<Eigen::MatrixXd> pivot(rest);
  require<NumericFailure>(pivot.info() == Eigen::Success,
                          "a group of items is too nearly dependent to be attacked");
  const Eigen::MatrixXd answers = pivot.solve(v.transpose());  // R^-1 v'
  const Eigen::MatrixXd weights = pivot.solve(open);           // R^-1 c
  k_.conservativeResize(before + count, before + count);
  k_.topLeftCorner(before, before).noalias() += v * answers;
  k_.topRightCorner(before, count) = -answers.transpose();
  k_.bottomLeftCorner(count, before) = -answers;
  k_.bottomRightCorner(count, count) = pivot.solve(Eigen::MatrixXd::Identity(count, count));
  w_.conservativeResize(before + count, w_.cols());
  w_.topRows(before).noalias() -= v * weights;
  w_.bottomRows(count) = weights;
  total_ -= open.cwiseProduct(weights).sum();
  offsets_.push_back(before + count);
  gone_.push_back(0);
}

}  // namespace holdfast::linalg
