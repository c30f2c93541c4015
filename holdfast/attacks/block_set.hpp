#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <span>
#include <vector>

#include "holdfast/core/item.hpp"
#include "holdfast/core/trace_oracle.hpp"

namespace holdfast {

/// The scaled matrices of a trace form over a pool of items, each of which is a block of columns;
/// places in the pool stand for items.
struct BlockPool {
  using Place = Eigen::Index;
  using Places = std::vector<Place>;

  /// `blocks` are the columns of each item of the objective.
  BlockPool(const TraceOracle& oracle, std::span<const Items> blocks, std::span<const Item> pool);

  /// -1 if the item is not in the pool.
  Place place(Item item) const {
    const auto which = static_cast<std::size_t>(item);
    return which < places_.size() ? places_[which] : -1;
  }
  /// Where the columns of the block at `place` begin.
  Eigen::Index begin(Place place) const { return offsets_[static_cast<std::size_t>(place)]; }
  Eigen::Index size(Place place) const { return begin(place + 1) - begin(place); }
  std::vector<Eigen::Index> columns(const Places& of) const;

  Items items;
  Eigen::MatrixXd a;
  Eigen::MatrixXd b;  ///< no more columns than rows

 private:
  std::vector<Eigen::Index> offsets_;
  std::vector<Place> places_;  ///< of each item up to the largest in the pool
};

/// A set as its members see it: P = A_SS^-1 and W = P B_S.
struct BlockSet {
  BlockSet() = default;
  BlockSet(const BlockPool& pool, BlockPool::Places members);

  Eigen::Index size() const { return static_cast<Eigen::Index>(members.size()); }

  BlockPool::Places members;
  std::vector<Eigen::Index> columns;  ///< of all members together
  std::vector<Eigen::Index> offsets;  ///< where each member's begin in these, and their number
  Eigen::MatrixXd p, w;
  double value = 0.0;
  bool sound = true;  ///< false: A_SS is singular or too close to it, and nothing else is filled
};

/// Whether a candidate adds as many directions as it has columns; `rest` is the factor of what a set
/// leaves of its A_jj.
bool adds_directions(const Eigen::LLT<Eigen::MatrixXd>& rest);

/// How one candidate looks from a set: V = P A_(S,j), what S leaves of A_jj, and of B_j.
struct BlockView {
  Eigen::MatrixXd v, rest, open;
};

/// How candidates look from a set.
struct BlockOutlook {
  BlockOutlook() = default;
  BlockOutlook(const BlockPool& pool, const BlockSet& set, BlockPool::Places candidates);

  /// The same from the set without one of its members; its rows of V are then zero.
  BlockView after_leaving(const BlockSet& set, Eigen::Index member, Eigen::Index candidate) const;
  /// f(S - member + candidate); a candidate whose columns add too few directions adds nothing.
  double after_swap(const BlockSet& set, Eigen::Index member, Eigen::Index candidate) const;

  BlockPool::Places candidates;
  std::vector<BlockView> views;
  /// Of each member of the set: the factor of P_ee, and P_ee^-1 W_e.
  std::vector<Eigen::LLT<Eigen::MatrixXd>> factors;
  std::vector<Eigen::MatrixXd> answers;

 private:
  /// What the member's leaving adds to `rest` and `open` of the candidate.
  void leave(const BlockSet& set, Eigen::Index member, const BlockView& view, Eigen::MatrixXd& rest,
             Eigen::MatrixXd& open) const;
};

}  // namespace holdfast
