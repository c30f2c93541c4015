#include "holdfast/linalg/survivor_rows.hpp"

namespace holdfast::linalg {
namespace {

/// Below this share of a member's squared length, its distance from the others has lost too many
/// digits.
constexpr double too_close = 1e-4;

}  // namespace

SurvivorRows::SurvivorRows(const CandidateRows& rows)
    : items_(rows.remaining().size()),
      first_attached_(static_cast<Eigen::Index>(rows.first_attached())) {
  const auto count = static_cast<Eigen::Index>(rows.rank());
  if (count == 0) return;
  const auto width = static_cast<Eigen::Index>(rows.row(0).size());
  Eigen::MatrixXd root = Eigen::MatrixXd::Zero(count, count);  // A_SS = root' root
  for (Eigen::Index j = 0; j < count; ++j) {
    const auto member = static_cast<std::size_t>(rows.basis()[static_cast<std::size_t>(j)]);
    for (Eigen::Index i = 0; i <= j; ++i)
      root(i, j) = rows.row(static_cast<std::size_t>(i))[member];
  }
  coefficients_ = Eigen::Map<const Eigen::MatrixXd>(rows.row(0).data(), width, count);
  root.transpose().triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheRight>(coefficients_);
  const Eigen::MatrixXd inverse_root =
      root.triangularView<Eigen::Upper>().solve(Eigen::MatrixXd::Identity(count, count));
  inverse_ = inverse_root * inverse_root.transpose();
  for (Eigen::Index i = 0; i < count; ++i) {
    // The squared distance of a member from the others is 1 / inverse_ii.
    const double length = root.col(i).squaredNorm();
    sound_ = sound_ && inverse_(i, i) * length * too_close < 1.0;
  }
}

double SurvivorRows::without(std::span<const std::size_t> positions, Eigen::VectorXd& remaining,
                             Eigen::VectorXd& products) const {
  const auto gone = static_cast<Eigen::Index>(positions.size());
  Eigen::MatrixXd block(gone, gone);
  Eigen::VectorXd weights(gone);
  for (Eigen::Index i = 0; i < gone; ++i) {
    const auto at = static_cast<Eigen::Index>(positions[static_cast<std::size_t>(i)]);
    weights[i] = coefficients_(first_attached_, at);
    for (Eigen::Index j = 0; j < gone; ++j)
      block(i, j) = inverse_(at, static_cast<Eigen::Index>(positions[static_cast<std::size_t>(j)]));
  }
  // With block = L L', the rows L^-1 W_D are independent: each adds its square.
  const Eigen::LLT<Eigen::MatrixXd> factor(block);
  const Eigen::MatrixXd half = factor.matrixL().solve(Eigen::MatrixXd::Identity(gone, gone));
  const Eigen::VectorXd turned = half * weights;
  Eigen::VectorXd direction(items_);
  for (Eigen::Index i = 0; i < gone; ++i) {
    direction.setZero();
    for (Eigen::Index j = 0; j <= i; ++j) {
      const auto at = static_cast<Eigen::Index>(positions[static_cast<std::size_t>(j)]);
      direction.noalias() += half(i, j) * coefficients_.col(at).head(items_);
    }
    remaining.array() += direction.array().square();
    products.noalias() += turned[i] * direction;
  }
  return turned.squaredNorm();
}

}  // namespace holdfast::linalg
