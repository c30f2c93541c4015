#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holdfast/core/covering_structure.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/matrix.hpp"
#include "holdfast/core/objective.hpp"

namespace holdfast {

/// The weight of everything that at least one chosen item covers:
///   f(S) = sum of w_i over the elements i that lie in the union of the sets of S,
/// with weights w_i >= 0. Monotone and submodular.
///
/// A State keeps for each element how many members cover it. Gains, add, remove and all losses each
/// cost the number of elements that the items involved cover.
class HOLDFAST_EXPORT CoverageObjective : public Objective, private CoveringStructure {
 public:
  /// `sets` has one row per element and one column per item; a nonzero means that the item covers
  /// the element. `weights` has one entry per element; if it is empty, every element weighs 1.
  /// Throws InvalidInput for a weight that is negative, NaN or infinite, and std::invalid_argument
  /// if the lengths do not match.
  explicit CoverageObjective(SparseMatrix sets, std::vector<double> weights = {},
                             std::vector<std::string> names = {});

  std::string name() const override { return "coverage"; }
  Item size() const override { return static_cast<Item>(sets_.cols()); }
  std::string item_name(Item item) const override;
  bool is_submodular() const override { return true; }
  /// The weight of all elements that some item covers, f(V).
  std::optional<double> largest_value() const override { return largest_value_; }
  ItemStructure structure() const override { return {this}; }
  double gain_cost() const override {
    return 1.0 + static_cast<double>(sets_.nonzeros()) / std::max(1, size());
  }

  /// The sets, without explicit zeros.
  const SparseMatrix& sets() const { return sets_; }
  std::span<const double> weights() const { return weights_; }

 private:
  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  std::size_t rows() const override;
  void raise(Item column, std::size_t first, std::span<double> out) const override;

  SparseMatrix sets_;
  std::vector<double> weights_;
  std::vector<std::string> names_;
  double largest_value_ = 0.0;
};

}  // namespace holdfast
