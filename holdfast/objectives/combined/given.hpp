#pragma once

#include "holdfast/core/constraints.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// What some items add to others that are always there: g(T) = f(K + T) - f(K), for subsets T of
/// the free items. An attack on it is an attack on f that spares K. Monotone because f is,
/// submodular if f is. Where f is a trace form or a covering objective, so is g, and attacks are as
/// fast as on f.
class HOLDFAST_EXPORT GivenObjective : public Objective {
 public:
  /// Item i is free[i] of the base; give them in ascending order, so that ties are broken as in
  /// the base. The base and the run must outlive it.
  GivenObjective(const Objective& base, Items kept, Items free, const Run& run);
  ~GivenObjective() override;

  const Objective& base() const { return base_; }
  const Items& free() const { return free_; }
  Item base_item(Item item) const { return free_[static_cast<std::size_t>(item)]; }
  Items base_items(std::span<const Item> items) const;
  /// The item of a member of free().
  Item item_of(Item base_item) const;
  const State& at_kept() const { return *at_kept_; }
  /// What is left of the base's constraints for the free items, once the kept ones are chosen.
  Constraints remaining(const Constraints& constraints) const;

  std::string name() const override { return base_.name() + " beside others"; }
  Item size() const override { return static_cast<Item>(free_.size()); }
  std::string item_name(Item item) const override { return base_.item_name(base_item(item)); }
  Item given_index(Item item) const override { return base_.given_index(base_item(item)); }
  bool is_submodular() const override { return base_.is_submodular(); }
  bool has_gradient() const override { return base_.has_gradient(); }
  bool stays_on_callers_thread() const override { return base_.stays_on_callers_thread(); }
  std::optional<double> largest_value() const override;
  std::optional<double> cost(double value) const override {
    return base_.cost(kept_value_ + value);
  }
  ItemStructure structure() const override { return {structure_.get(), blocks_}; }
  AttackCost attack_cost() const override;
  double gain_cost() const override { return base_.gain_cost(); }
  double bound_cost() const override { return base_.bound_cost(); }

 private:
  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;

  const Objective& base_;
  Items kept_;
  Items free_;
  std::unique_ptr<State> at_kept_;
  double kept_value_;
  std::shared_ptr<const Structure> structure_;  ///< what is left of the base's, if that is known
  std::vector<Items> blocks_;
};

}  // namespace holdfast
