#pragma once

#include <functional>
#include <mutex>

#include "holdfast/linalg/columns.hpp"

namespace holdfast::linalg {

/// Columns of the Gram matrix X'X, computed on first use and kept while memory allows, so that a
/// second run on the same data (a sweep, a bucket, an attack) does not pass over the data again.
/// Several threads may ask at once.
class GramColumns {
 public:
  /// A column of d numbers; stays valid while held.
  using Column = std::shared_ptr<const std::vector<double>>;

  /// Keeps at most as many bytes as the design itself takes, or 64 MiB if that is more.
  explicit GramColumns(const Columns& columns);

  /// X'x_j: d numbers. Costs one pass over the design unless the column is kept. The same pass
  /// computes further columns from `likely`, as many as cost no extra time. `likely` is called only
  /// when a pass is needed.
  Column column(std::size_t j, const std::function<std::vector<int>()>& likely,
                Workers& workers) const;
  /// How many columns one pass can compute.
  std::size_t at_once() const { return columns_.at_once(); }
  /// x_i'x_j for the i of `others`: from the kept column j, or as inner products. The bits are the
  /// same either way, so earlier queries change nothing.
  void products(std::size_t j, std::span<const int> others, std::span<double> out) const;

 private:
  Column kept(std::size_t j) const;
  std::vector<std::size_t> worth_a_pass(std::size_t j, std::span<const int> likely) const;

  const Columns& columns_;
  mutable std::size_t room_;  // how many more columns may be kept
  mutable std::mutex mutex_;
  mutable std::vector<Column> kept_;
};

}  // namespace holdfast::linalg
