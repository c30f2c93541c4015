#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "holdfast/core/covering_structure.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// What each row of a covering objective loses as members of a set S are deleted. A row that has
/// lost its p best members falls from its p-th best similarity to the next one. So
///   f(S) - f(S \ E) = sum over rows of their drops 1..p, where E holds the p best members but not
/// the next. Only drops that tau deletions can reach are kept. Members are named by their place in
/// the set.
class CoveringRows {
 public:
  struct Drop {
    std::size_t member = 0;
    double loss = 0.0;  ///< once this member and all before it are deleted
  };

  /// `blocks` are the columns of each item; empty: item i is column i. O(rows |S| log tau).
  CoveringRows(const CoveringStructure& structure, std::span<const Items> blocks,
               std::span<const Item> set, Item tau);

  std::size_t members() const { return members_; }
  std::size_t rows() const { return starts_.size() - 1; }
  /// The drops of all rows, one row after the other.
  const std::vector<Drop>& drops() const { return drops_; }
  /// Where the drops of a row begin; those of the last row end at starts()[rows()].
  const std::vector<std::size_t>& starts() const { return starts_; }
  std::span<const Drop> row(std::size_t i) const {
    return std::span(drops_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

  /// f(S) - f(S \ E), where deleted[m] tells whether member m is in E.
  double loss(std::span<const char> deleted) const;

 private:
  void add_row(std::vector<Drop>& similarities, std::size_t tau);

  std::size_t members_;
  std::vector<Drop> drops_;
  std::vector<std::size_t> starts_{0};
};

}  // namespace holdfast
