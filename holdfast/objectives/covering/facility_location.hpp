#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "holdfast/core/covering_structure.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/matrix.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/objectives/covering/distances.hpp"
#include "holdfast/objectives/covering/spread_similarity.hpp"

namespace holdfast {

/// How well the chosen items represent every row:
///   f(S) = sum over rows i of max over j in S of s_ij,  f(empty) = 0,
/// with similarities s_ij >= 0. Monotone and submodular.
///
/// Keeps the matrix (shared, not copied), one number per item (its singleton value) and the sum of
/// the row maxima; a State keeps for each row the best and the second-best member. With c
/// candidates, and r numbers in a column (the rows, or the entries of a sparse column):
///   gains     O(r c), one pass over the candidates' columns; O(c) at the empty set
///   add       O(r)
///   losses    O(rows) for all members together
///   remove    O(r + q |S|), q the rows that lose their best or second-best member
///
/// Sums over rows are trees over blocks of rows (linalg/tree_sum.hpp), so that machines which hold
/// 2^m blocks each get the bits of one that holds all.
class HOLDFAST_EXPORT FacilityLocationObjective : public Objective, private CoveringStructure {
 public:
  using Similarity = std::variant<Matrix, SparseMatrix, SpreadSimilarity>;

  /// `similarity` has one column per item; in a sparse one a missing pair is 0. Throws
  /// InvalidInput, naming the cell, if a similarity is negative, NaN or infinite, and
  /// std::invalid_argument unless there are no names or one per column.
  explicit FacilityLocationObjective(Similarity similarity, std::vector<std::string> names = {});
  /// From distances, see distances.hpp: results have costs.
  explicit FacilityLocationObjective(Savings savings, std::vector<std::string> names = {});

  std::string name() const override;
  Item size() const override { return static_cast<Item>(singleton_values_.size()); }
  std::string item_name(Item item) const override;
  bool is_submodular() const override { return true; }
  /// The sum of the row maxima, f(V).
  std::optional<double> largest_value() const override { return largest_value_; }
  /// The weighted sum of distances to the nearest item, if it was made from distances; with no item
  /// at all, that to the farthest.
  std::optional<double> cost(double value) const override {
    return farthest_ ? std::optional(*farthest_ - value) : std::nullopt;
  }
  ItemStructure structure() const override { return {this}; }
  /// The numbers in a column.
  double gain_cost() const override;

  const Similarity& similarity() const { return similarity_; }
  /// f({j}) for every item j.
  std::span<const double> singleton_values() const { return singleton_values_; }

 private:
  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  std::size_t rows() const override;
  void raise(Item column, std::size_t first, std::span<double> out) const override;

  Similarity similarity_;
  std::vector<std::string> names_;
  std::vector<double> singleton_values_;
  double largest_value_ = 0.0;
  std::optional<double> farthest_;
};

}  // namespace holdfast
