#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "holdfast/core/trace_oracle.hpp"

namespace holdfast {

/// The scaled matrices of a trace form over a pool of items, each of which is a block of columns.
/// Items are referred to by their places in the pool.
struct BlockPool {
  using Place = Eigen::Index;
  using Places = std::vector<Place>;

  /// `blocks` are the columns of each item of the objective.
  BlockPool(const TraceOracle& oracle, std::span<const Items> blocks, std::span<const Item> pool,
            Workers& workers);

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
  std::vector<Place> places_;  ///< the place of each item, up to the largest in the pool
};

/// The inverse of a set S: P = A_SS^-1 and W = P B_S.
struct BlockSet {
  BlockSet() = default;
  BlockSet(const BlockPool& pool, BlockPool::Places members);

  Eigen::Index size() const { return static_cast<Eigen::Index>(members.size()); }

  BlockPool::Places members;
  std::vector<Eigen::Index> columns;  ///< of all members together
  std::vector<Eigen::Index> offsets;  ///< where each member's columns begin; ends with their number
  Eigen::MatrixXd p, w;
  double value = 0.0;
  bool sound = true;  ///< false: A_SS is singular or nearly so, and nothing else is filled in
};

/// Whether a candidate adds as many directions as it has columns. `rest` is the factor of its Schur
/// complement, A_jj less what the set explains.
bool adds_directions(const Eigen::LLT<Eigen::MatrixXd>& rest);

/// One candidate j relative to a set S: V = P A_(S,j), and what S leaves unexplained of A_jj
/// (`rest`) and of B_j (`open`).
struct BlockView {
  Eigen::MatrixXd v, rest, open;
};

/// All candidates relative to a set.
struct BlockOutlook {
  BlockOutlook() = default;
  BlockOutlook(const BlockPool& pool, const BlockSet& set, BlockPool::Places candidates);

  /// One candidate relative to the set without one of its members, whose rows of V are then zero.
  BlockView after_leaving(const BlockSet& set, Eigen::Index member, Eigen::Index candidate) const;
  /// f(S - member + candidate); a candidate whose columns add too few directions adds nothing.
  double after_swap(const BlockSet& set, Eigen::Index member, Eigen::Index candidate) const;

  BlockPool::Places candidates;
  std::vector<BlockView> views;
  /// Of each member of the set: the factor of P_ee, and P_ee^-1 W_e.
  std::vector<Eigen::LLT<Eigen::MatrixXd>> factors;
  std::vector<Eigen::MatrixXd> answers;

 private:
  /// Adds to the candidate's `rest` and `open` what removing the member adds.
  void leave(const BlockSet& set, Eigen::Index member, const BlockView& view, Eigen::MatrixXd& rest,
             Eigen::MatrixXd& open) const;
};

}  // namespace holdfast
