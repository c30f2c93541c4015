#include "holdfast/linalg/loss_bound.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <limits>
#include <vector>

#include "holdfast/linalg/subset_relaxation.hpp"

namespace holdfast::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Matrix to_matrix(const MatrixXd& m) {
  return {static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()),
          std::vector<double>(m.data(), m.data() + m.size())};
}

}  // namespace

double bound_largest_loss(const Matrix& quadratic, const Matrix& responses, std::size_t count) {
  constexpr double least_condition = 1e-6;
  constexpr double tolerance = 1e-4;
  constexpr int steps = 300;
  constexpr int moves = 60;
  const auto n = static_cast<Index>(quadratic.cols());
  const Eigen::Map<const MatrixXd> a(quadratic.data(), n, n);
  const Eigen::Map<const MatrixXd> b(responses.data(), n, static_cast<Index>(responses.cols()));
  const VectorXd scale = a.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixXd unit = scale.asDiagonal() * a * scale.asDiagonal();
  const Eigen::LLT<MatrixXd> factor(unit);
  if (factor.info() != Eigen::Success || !(factor.rcond() > least_condition))
    return std::numeric_limits<double>::infinity();
  const MatrixXd inverse = factor.solve(MatrixXd::Identity(n, n));
  const MatrixXd weights = factor.solve(scale.asDiagonal() * b);
  SubsetRelaxation relaxation(to_matrix(0.5 * (inverse + inverse.transpose())), to_matrix(weights),
                              count);
  if (!relaxation.usable()) return std::numeric_limits<double>::infinity();
  relaxation.solve(steps, tolerance);
  for (int move = 0; move < moves; ++move)
    if (!relaxation.improve_diagonal(steps, tolerance)) break;
  return relaxation.bound();
}

}  // namespace holdfast::linalg
