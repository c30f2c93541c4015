#pragma once

#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/objectives/model_objective.hpp"

namespace holdfast {

/// What a fitted model is worth after some of its features are lost and nobody fits it again. With
/// w the best weights of the model on a set S,
///   g(T) = l(w with the weights of all items outside T set to zero) - l(0),
/// the intercept kept as it was fitted. g(S) = f(S), and g(T) <= f(T) otherwise.
///
/// Items are numbered as in the model. An item outside S has no weight: it neither adds nor takes
/// anything. g(empty) is 0, as for every objective: without any feature one would use the model of
/// no feature. (Where there is no intercept, the formula says the same.)
///
/// Not monotone: a weight that another one compensated for may do harm alone. Its MonotonePromise
/// is broken from the start, so nothing is proven from it. Keeps the columns of S; a State keeps
/// the scores. A move is O(rows outputs), all gains or losses are one pass over the columns.
class HOLDFAST_EXPORT FixedWeightsObjective : public Objective {
 public:
  /// Fits the weights of `set`, once.
  FixedWeightsObjective(std::shared_ptr<const ModelObjective> model, std::span<const Item> set);

  const FittedWeights& weights() const { return fitted_; }

  std::string name() const override { return "fixed weights of " + model_->name(); }
  Item size() const override { return model_->size(); }
  std::string item_name(Item item) const override { return model_->item_name(item); }
  Item given_index(Item item) const override { return model_->given_index(item); }
  std::optional<double> largest_value() const override { return model_->largest_value(); }
  ItemStructure structure() const override { return {&promise_}; }
  double gain_cost() const override;

 private:
  class FixedWeightsState;

  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  std::ptrdiff_t place_of(Item item) const { return place_[static_cast<std::size_t>(item)]; }
  std::size_t outputs() const { return static_cast<std::size_t>(fitted_.outputs); }
  /// The scores of the intercepts alone.
  std::vector<double> start_scores() const;
  double value_at(std::span<const double> scores, double squares) const;
  /// Adds `factor` times what the item contributes to the scores. Nothing for an item outside S.
  void add_to(std::span<double> scores, Item item, double factor) const;
  /// The item's share of ||w||^2.
  double squared_weights(Item item) const;

  std::shared_ptr<const ModelObjective> model_;
  FittedWeights fitted_;
  std::vector<std::ptrdiff_t> place_;         // of each item in fitted_.items, or -1
  std::vector<std::vector<double>> columns_;  // of the items of S
  MonotonePromise promise_;
};

}  // namespace holdfast
