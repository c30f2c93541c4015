#include "holdfast/linalg/set_factor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holdfast::linalg {
namespace {

/// If the squared distance of a member from the span of the others is at most this share of its
/// squared length, updating the inverse loses so many digits that it is computed afresh.
constexpr double doubtful = 1e-3;

Eigen::Index position_of(const std::vector<int>& list, int item) {
  return std::find(list.begin(), list.end(), item) - list.begin();
}

}  // namespace

SetFactor::SetFactor(std::size_t responses, double dependent)
    : response_count_(static_cast<Eigen::Index>(responses)), dependent_(dependent) {}

bool SetFactor::contains(int item) const {
  return std::find(basis_.begin(), basis_.end(), item) != basis_.end() ||
         std::find(waiting_.begin(), waiting_.end(), item) != waiting_.end();
}

void SetFactor::add(int item, const TraceOracle& oracle) {
  if (!append(item, oracle)) waiting_.push_back(item);
}

void SetFactor::remove(int item, const TraceOracle& oracle) {
  if (std::erase(waiting_, item) > 0) return;
  erase_from_basis(static_cast<std::size_t>(position_of(basis_, item)));
  admit_waiting(oracle);
}

/// The one farthest from the span first: taking a close one early would cost the others digits.
void SetFactor::admit_waiting(const TraceOracle& oracle) {
  while (!waiting_.empty()) {
    int farthest = waiting_.front();
    double largest_share = -1.0;
    for (const int item : waiting_) {
      const double diagonal = oracle.diagonal(item);
      const double share = border(products_with_basis(item, oracle), diagonal).rest / diagonal;
      if (share > largest_share) {
        largest_share = share;
        farthest = item;
      }
    }
    if (!append(farthest, oracle)) return;
    std::erase(waiting_, farthest);
  }
}

Eigen::VectorXd SetFactor::products_with_basis(int item, const TraceOracle& oracle) const {
  Eigen::VectorXd products(static_cast<Eigen::Index>(basis_.size()));
  oracle.entries(item, basis_, {products.data(), basis_.size()});
  return products;
}

SetFactor::Border SetFactor::border(const Eigen::VectorXd& g, double diagonal) const {
  const auto size = g.size();
  if (size == 0) return {g, diagonal, 0.0};
  Border result;
  result.v = p_.topLeftCorner(size, size) * g;
  // P is an inverse up to rounding only: one step of refinement.
  result.v += p_.topLeftCorner(size, size) * (g - a_.topLeftCorner(size, size) * result.v);
  result.rest = diagonal - g.dot(result.v);
  const double lengths =
      result.v.cwiseAbs().dot(a_.diagonal().head(size).cwiseSqrt()) + std::sqrt(diagonal);
  result.rounding = 4.0 * std::numeric_limits<double>::epsilon() * lengths * lengths;
  return result;
}

/// Borders the inverse. Returns false, and changes nothing, if the item adds no direction.
bool SetFactor::append(int item, const TraceOracle& oracle) {
  const auto size = static_cast<Eigen::Index>(basis_.size());
  const Eigen::VectorXd g = products_with_basis(item, oracle);
  const double diagonal = oracle.diagonal(item);
  Border edge = border(g, diagonal);
  if (edge.rest < doubtful * diagonal && changes_ > 0) {
    // Close to the span, digits lost in updates could change the answer.
    rebuild();
    edge = border(g, diagonal);
  }
  const auto& [v, rest, rounding] = edge;
  const double bar = dependent_ > 0.0 ? std::max(dependent_ * diagonal, rounding) : 0.0;
  if (!(rest > bar)) return false;

  resize(size + 1);
  a_.col(size).head(size) = g;
  a_.row(size).head(size) = g.transpose();
  a_(size, size) = diagonal;
  // Scaling first takes one division per entry of v, not of P, and keeps P symmetric to the last
  // bit.
  const Eigen::VectorXd scaled = v / std::sqrt(rest);
  p_.topLeftCorner(size, size).noalias() += scaled * scaled.transpose();
  p_.col(size).head(size) = -v / rest;
  p_.row(size).head(size) = -v.transpose() / rest;
  p_(size, size) = 1.0 / rest;
  const auto responses = oracle.response(item);
  b_.col(size) = Eigen::Map<const Eigen::VectorXd>(responses.data(), response_count_);
  const Eigen::VectorXd weight = (b_.col(size) - b_.leftCols(size) * v) / rest;
  w_.leftCols(size).noalias() -= weight * v.transpose();
  w_.col(size) = weight;
  basis_.push_back(item);
  log_determinant_ += std::log(rest);
  ++changes_;
  return true;
}

void SetFactor::erase_from_basis(std::size_t position) {
  const auto size = static_cast<Eigen::Index>(basis_.size());
  const auto leaving = static_cast<Eigen::Index>(position);
  const Eigen::VectorXd column = p_.col(leaving).head(size);
  const Eigen::VectorXd weight = w_.col(leaving);
  const double corner = column[leaving];
  const double diagonal = a_(leaving, leaving);
  const Eigen::VectorXd scaled = column / std::sqrt(corner);
  p_.topLeftCorner(size, size).noalias() -= scaled * scaled.transpose();
  w_.leftCols(size).noalias() -= weight * (column / corner).transpose();

  log_determinant_ += std::log(corner);
  const Eigen::Index last = size - 1;  // the last member moves into the gap
  for (Eigen::MatrixXd* matrix : {&a_, &p_}) {
    matrix->col(leaving).head(size) = matrix->col(last).head(size).eval();
    matrix->row(leaving).head(size) = matrix->row(last).head(size).eval();
  }
  b_.col(leaving) = b_.col(last).eval();
  w_.col(leaving) = w_.col(last).eval();
  basis_[position] = basis_.back();
  basis_.pop_back();
  // Removing a member close to the span of the others cancels digits.
  const bool cancelled = corner * diagonal > 1.0 / doubtful;
  if (++changes_ > std::max<Eigen::Index>(32, last) || cancelled) rebuild();
}

void SetFactor::rebuild() {
  const auto size = static_cast<Eigen::Index>(basis_.size());
  const Eigen::LLT<Eigen::MatrixXd> cholesky(a_.topLeftCorner(size, size));
  if (cholesky.info() != Eigen::Success) return;  // keep the updated inverse: it is the better one
  p_.topLeftCorner(size, size) = cholesky.solve(Eigen::MatrixXd::Identity(size, size));
  w_.leftCols(size) = b_.leftCols(size) * p_.topLeftCorner(size, size);
  log_determinant_ = 2.0 * cholesky.matrixLLT().diagonal().array().log().sum();
  changes_ = 0;
}

void SetFactor::resize(Eigen::Index size) {
  if (size <= a_.cols()) return;
  const Eigen::Index capacity = std::max<Eigen::Index>(16, 2 * size);
  a_.conservativeResize(capacity, capacity);
  p_.conservativeResize(capacity, capacity);
  b_.conservativeResize(response_count_, capacity);
  w_.conservativeResize(response_count_, capacity);
}

double SetFactor::value() const {
  const auto size = static_cast<Eigen::Index>(basis_.size());
  return b_.leftCols(size).cwiseProduct(w_.leftCols(size)).sum();
}

void SetFactor::pivots(std::span<const int> members, std::span<double> out) const {
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto position = position_of(basis_, members[i]);
    out[i] = 1.0 / p_(position, position);
  }
}

void SetFactor::losses(std::span<const int> members, std::span<double> out,
                       const TraceOracle& oracle) const {
  const auto size = static_cast<Eigen::Index>(basis_.size());
  if (size == 0) {  // no member adds a direction
    std::ranges::fill(out, 0.0);
    return;
  }
  // How far a waiting member is from the span without e. If it lies outside, it takes the place of
  // e.
  Eigen::VectorXd replaceable = Eigen::VectorXd::Zero(size);
  for (const int other : waiting_) {
    const Eigen::VectorXd shares =
        p_.topLeftCorner(size, size) * products_with_basis(other, oracle);
    const Eigen::VectorXd distance = shares.array().square() / p_.diagonal().head(size).array();
    const double bar = dependent_ * oracle.diagonal(other);
    replaceable = (distance.array() > bar).select(1.0, replaceable);
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto position = position_of(basis_, members[i]);
    const bool costs_nothing = position == size || replaceable[position] > 0.0;
    out[i] = costs_nothing ? 0.0 : w_.col(position).squaredNorm() / p_(position, position);
  }
}

}  // namespace holdfast::linalg
