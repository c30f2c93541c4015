#include "holdfast/attacks/block_set.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/attacks/scaled_trace.hpp"

namespace holdfast {
namespace {

using Eigen::Index;

Items columns_of(std::span<const Items> blocks, std::span<const Item> pool) {
  Items columns;
  for (const Item item : pool)
    std::ranges::copy(blocks[static_cast<std::size_t>(item)], std::back_inserter(columns));
  return columns;
}

}  // namespace

BlockPool::BlockPool(const TraceOracle& oracle, std::span<const Items> blocks,
                     std::span<const Item> pool, Workers& workers)
    : items(pool.begin(), pool.end()), offsets_{0} {
  if (!items.empty()) places_.assign(static_cast<std::size_t>(std::ranges::max(items)) + 1, -1);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto item = static_cast<std::size_t>(items[i]);
    places_[item] = static_cast<Place>(i);
    offsets_.push_back(offsets_.back() + std::ssize(blocks[item]));
  }
  ScaledTrace scaled(oracle, columns_of(blocks, pool), workers);
  a = std::move(scaled.a);
  b = std::move(scaled.b);
  if (b.cols() <= b.rows()) return;
  // Only B B' matters, so B = R'Q' may be replaced by R'.
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(b.transpose());
  const Eigen::MatrixXd r = qr.matrixQR().topRows(b.rows()).triangularView<Eigen::Upper>();
  b = r.transpose();
}

std::vector<Index> BlockPool::columns(const Places& of) const {
  std::vector<Index> all;
  for (const Place place : of) {
    for (Index column = begin(place); column < begin(place + 1); ++column) all.push_back(column);
  }
  return all;
}

BlockSet::BlockSet(const BlockPool& pool, BlockPool::Places of)
    : members(std::move(of)), columns(pool.columns(members)), offsets{0} {
  for (const auto place : members) offsets.push_back(offsets.back() + pool.size(place));
  const Eigen::MatrixXd a = pool.a(columns, columns);
  const Eigen::LLT<Eigen::MatrixXd> factor(a);
  sound = factor.info() == Eigen::Success;
  if (!sound) return;
  p = factor.solve(Eigen::MatrixXd::Identity(a.rows(), a.rows()));
  sound = is_sound(a, p);
  if (!sound) return;
  const Eigen::MatrixXd b = pool.b(columns, Eigen::indexing::all);
  w = factor.solve(b);
  value = b.cwiseProduct(w).sum();
}

bool adds_directions(const Eigen::LLT<Eigen::MatrixXd>& rest) {
  // The factor's diagonal holds distances, not their squares.
  return rest.info() == Eigen::Success &&
         rest.matrixLLT().diagonal().minCoeff() > std::sqrt(too_close);
}

BlockOutlook::BlockOutlook(const BlockPool& pool, const BlockSet& set, BlockPool::Places which)
    : candidates(std::move(which)) {
  const auto columns = pool.columns(candidates);
  const Eigen::MatrixXd a = pool.a(set.columns, columns);
  const Eigen::MatrixXd v = set.p * a;
  const Eigen::MatrixXd open = pool.b(columns, Eigen::indexing::all) - a.transpose() * set.w;
  Index from = 0;
  for (const auto place : candidates) {
    const Index count = pool.size(place);
    const Index begin = pool.begin(place);
    const auto own = v.middleCols(from, count);
    views.push_back(
        {own,
         pool.a.block(begin, begin, count, count) - a.middleCols(from, count).transpose() * own,
         open.middleRows(from, count)});
    from += count;
  }
  for (Index member = 0; member < set.size(); ++member) {
    const Index at = set.offsets[static_cast<std::size_t>(member)];
    const Index count = set.offsets[static_cast<std::size_t>(member) + 1] - at;
    factors.emplace_back(set.p.block(at, at, count, count));
    answers.emplace_back(factors.back().solve(set.w.middleRows(at, count)));
  }
}

void BlockOutlook::leave(const BlockSet& set, Index member, const BlockView& view,
                         Eigen::MatrixXd& rest, Eigen::MatrixXd& open) const {
  const auto which = static_cast<std::size_t>(member);
  const Index at = set.offsets[which];
  const auto own = view.v.middleRows(at, set.offsets[which + 1] - at);
  rest = view.rest + own.transpose() * factors[which].solve(own);
  open = view.open + own.transpose() * answers[which];
}

BlockView BlockOutlook::after_leaving(const BlockSet& set, Index member, Index candidate) const {
  const BlockView& view = views[static_cast<std::size_t>(candidate)];
  const auto which = static_cast<std::size_t>(member);
  const Index at = set.offsets[which];
  const Index count = set.offsets[which + 1] - at;
  BlockView after;
  leave(set, member, view, after.rest, after.open);
  after.v =
      view.v - set.p.middleCols(at, count) * factors[which].solve(view.v.middleRows(at, count));
  after.v.middleRows(at, count).setZero();
  return after;
}

double BlockOutlook::after_swap(const BlockSet& set, Index member, Index candidate) const {
  const auto which = static_cast<std::size_t>(member);
  const Index at = set.offsets[which];
  const Index count = set.offsets[which + 1] - at;
  const double loss = set.w.middleRows(at, count).cwiseProduct(answers[which]).sum();
  Eigen::MatrixXd rest, open;
  leave(set, member, views[static_cast<std::size_t>(candidate)], rest, open);
  const Eigen::LLT<Eigen::MatrixXd> factor(rest);
  if (!adds_directions(factor)) return set.value - loss;
  return set.value - loss + open.cwiseProduct(factor.solve(open)).sum();
}

}  // namespace holdfast
