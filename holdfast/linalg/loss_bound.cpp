#include "holdfast/linalg/loss_bound.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <utility>
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

constexpr double tolerance = 1e-4;
constexpr int steps = 300;

void tighten(SubsetRelaxation& relaxation, int moves) {
  relaxation.solve(steps, tolerance);
  for (int move = 0; move < moves; ++move)
    if (!relaxation.improve_diagonal(steps, tolerance)) break;
}

/// Deletions that agree in what they have and have not.
struct Node {
  SubsetRelaxation relaxation;
  double bound;  ///< never above that of the node it came from
  std::vector<std::size_t> given;
};

Node made(SubsetRelaxation relaxation, double above, std::vector<std::size_t> given) {
  constexpr int moves = 8;
  tighten(relaxation, moves);
  const double bound = std::min(above, relaxation.bound());
  return {std::move(relaxation), bound, std::move(given)};
}

/// Best first, so that the top of the heap bounds everything that is open.
LossBound branch(SubsetRelaxation root, double found, int branches,
                 const std::function<void()>& between) {
  constexpr double met = 1e-9;
  const double goal = found * (1.0 + met);
  const double bound = root.bound();
  std::vector<Node> open;
  const auto push = [&](Node node) {
    if (node.bound <= goal) return;
    open.push_back(std::move(node));
    std::ranges::push_heap(open, {}, &Node::bound);
  };
  push({std::move(root), bound, {}});
  for (int i = 0; i < branches && !open.empty(); ++i) {
    std::ranges::pop_heap(open, {}, &Node::bound);
    Node top = std::move(open.back());
    open.pop_back();
    // Nothing is left to decide, so this one is no relaxation, and nothing open is above it.
    if (top.relaxation.rows() == 0 || top.relaxation.limit() == 0)
      return {top.bound, std::move(top.given)};
    const std::size_t row = top.relaxation.heaviest();
    SubsetRelaxation with = top.relaxation;
    with.give(row);
    auto given = top.given;
    given.push_back(row);
    push(made(std::move(with), top.bound, std::move(given)));
    top.relaxation.remove(row);
    push(made(std::move(top.relaxation), top.bound, std::move(top.given)));
    between();
  }
  return {open.empty() ? goal : open.front().bound};
}

}  // namespace

LossBound bound_largest_loss(const Matrix& quadratic, const Matrix& responses, std::size_t count,
                             double found, int branches, const std::function<void()>& between) {
  constexpr double least_condition = 1e-6;
  constexpr int moves = 60;
  const auto n = static_cast<Index>(quadratic.cols());
  const Eigen::Map<const MatrixXd> a(quadratic.data(), n, n);
  const Eigen::Map<const MatrixXd> b(responses.data(), n, static_cast<Index>(responses.cols()));
  const VectorXd scale = a.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixXd unit = scale.asDiagonal() * a * scale.asDiagonal();
  const Eigen::LLT<MatrixXd> factor(unit);
  if (factor.info() != Eigen::Success || !(factor.rcond() > least_condition))
    return {std::numeric_limits<double>::infinity()};
  const MatrixXd inverse = factor.solve(MatrixXd::Identity(n, n));
  const MatrixXd weights = factor.solve(scale.asDiagonal() * b);
  SubsetRelaxation relaxation(to_matrix(0.5 * (inverse + inverse.transpose())), to_matrix(weights),
                              count);
  if (!relaxation.usable()) return {std::numeric_limits<double>::infinity()};
  tighten(relaxation, moves);
  return branch(std::move(relaxation), found, branches, between);
}

}  // namespace holdfast::linalg
