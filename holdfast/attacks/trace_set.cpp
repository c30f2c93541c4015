#include "holdfast/attacks/trace_set.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>

#include "holdfast/attacks/scaled_trace.hpp"

namespace holdfast {
TracePool::TracePool(const TraceOracle& oracle, std::span<const Item> pool, Workers& workers)
    : items(pool.begin(), pool.end()), single_(oracle.responses() == 1) {
  if (!items.empty()) places_.assign(static_cast<std::size_t>(std::ranges::max(items)) + 1, -1);
  for (std::size_t i = 0; i < pool.size(); ++i)
    places_[static_cast<std::size_t>(pool[i])] = static_cast<Place>(i);
  ScaledTrace scaled(oracle, pool, workers);
  a = std::move(scaled.a);
  if (single_) {
    b = scaled.b.col(0);
  } else {
    c.noalias() = scaled.b * scaled.b.transpose();
  }
}

Eigen::MatrixXd TracePool::quadratic(const Places& rows, const Places& columns) const {
  return a(rows, columns);
}

Eigen::MatrixXd TracePool::products(const Places& rows, const Places& columns) const {
  return c(rows, columns);
}

Eigen::VectorXd TracePool::responses(const Places& of) const { return b(of); }

TraceSet::TraceSet(const TracePool& pool, TracePool::Places of) : members(std::move(of)) {
  const Eigen::Index k = size();
  const Eigen::MatrixXd a = pool.quadratic(members, members);
  const Eigen::LLT<Eigen::MatrixXd> factor(a);
  if (factor.info() != Eigen::Success) {
    sound = false;
    return;
  }
  p = factor.solve(Eigen::MatrixXd::Identity(k, k));
  sound = is_sound(a, p);
  if (!sound) return;
  if (pool.single()) {
    const Eigen::VectorXd b = pool.responses(members);
    w = factor.solve(b);
    value = b.dot(w);
  } else {
    const Eigen::MatrixXd c = pool.products(members, members);
    const Eigen::MatrixXd pc = p * c;
    m = pc * p;
    value = pc.trace();
  }
}

TraceOutlook::TraceOutlook(const TracePool& pool, const TraceSet& set, TracePool::Places which)
    : candidates(std::move(which)) {
  const auto count = static_cast<Eigen::Index>(candidates.size());
  const Eigen::MatrixXd a = pool.quadratic(set.members, candidates);
  v.noalias() = set.p * a;
  diagonal.resize(count);
  for (Eigen::Index j = 0; j < count; ++j) {
    const auto place = candidates[static_cast<std::size_t>(j)];
    diagonal[j] = pool.a(place, place);
  }
  rest = diagonal - a.cwiseProduct(v).colwise().sum().transpose();
  if (pool.single()) {
    open = pool.responses(candidates) - a.transpose() * set.w;
    return;
  }
  const Eigen::MatrixXd cross = pool.products(set.members, candidates);
  const Eigen::MatrixXd unexplained =
      cross - pool.products(set.members, set.members) * v;  // B_S c_j
  x.noalias() = set.p * unexplained;
  open.resize(count);
  for (Eigen::Index j = 0; j < count; ++j) {
    const auto place = candidates[static_cast<std::size_t>(j)];
    open[j] = std::max(0.0, pool.c(place, place) - v.col(j).dot(cross.col(j) + unexplained.col(j)));
  }
}

double TraceOutlook::after_swap(const TraceSet& set, Eigen::Index member,
                                Eigen::Index candidate) const {
  const double pivot = set.p(member, member);
  const double slope = v(member, candidate) / pivot;
  const double left = rest[candidate] + slope * v(member, candidate);
  const bool adds = left > too_close * diagonal[candidate];
  if (x.size() == 0) {
    const double weight = set.w[member];
    const double response = open[candidate] + slope * weight;
    return set.value - weight * weight / pivot + (adds ? response * response / left : 0.0);
  }
  const double own = set.m(member, member);
  const double response = open[candidate] + slope * (2.0 * x(member, candidate) + slope * own);
  return set.value - own / pivot + (adds ? std::max(0.0, response) / left : 0.0);
}

}  // namespace holdfast
