#pragma once

#include "holdfast/core/objective.hpp"

namespace holdfast {

/// Items that are chosen together and fail together.
struct Group {
  std::string name;
  Items members;
};

/// f(groups) = f(union of their members), for a base objective f: a sensor with eight features is
/// one item, and one deletion. Every algorithm and adversary works on it unchanged. It is monotone
/// because f is, submodular if f is, and has the same largest value. It shares the base's
/// structure, where a group is a block of columns, so attacks are as fast as on single items.
///
/// A State keeps a State of the base at the union. The gain of a group of several items is found by
/// a clone that adds them, its loss by a clone that removes them. All groups of one item share a
/// single call of the base, and if every group is a single item, the base's States are used
/// directly.
class HOLDFAST_EXPORT GroupedObjective : public Objective {
 public:
  /// Item i is groups[i]. The items of the base that are in no group follow, each by itself, in
  /// their order and with their names. Throws std::invalid_argument unless the groups are disjoint,
  /// not empty, and have distinct names that no ungrouped item has.
  GroupedObjective(std::shared_ptr<const Objective> base, std::vector<Group> groups);

  const Objective& base() const { return *base_; }
  /// The items of the base that form the group.
  const Items& members(Item group) const { return members_[static_cast<std::size_t>(group)]; }
  /// The union of the groups, in their order.
  Items members_of(std::span<const Item> groups) const;
  /// Whether group i is exactly item i of the base, for every i.
  bool is_base() const { return is_base_; }
  /// Whether there are both groups of one item and groups of several.
  bool is_mixed() const { return is_mixed_; }

  std::string name() const override { return "grouped " + base_->name(); }
  Item size() const override { return static_cast<Item>(names_.size()); }
  std::string item_name(Item item) const override;
  /// Groups have numbers of their own, whatever the base's items are numbered.
  Item given_index(Item item) const override { return item; }
  bool is_submodular() const override { return base_->is_submodular(); }
  bool has_gradient() const override { return base_->has_gradient(); }
  bool stays_on_callers_thread() const override { return base_->stays_on_callers_thread(); }
  std::optional<double> largest_value() const override { return base_->largest_value(); }
  std::optional<double> cost(double value) const override { return base_->cost(value); }
  ItemStructure structure() const override;
  AttackCost attack_cost() const override { return base_->attack_cost(); }
  /// A group is added to a clone of the base's State.
  double gain_cost() const override { return base_->gain_cost() * base_->size() / size(); }
  double bound_cost() const override { return base_->bound_cost() * base_->size() / size(); }

 private:
  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  void do_prove_ratios(const Run& run, Item largest_set, RatioBounds& bounds) const override;

  std::shared_ptr<const Objective> base_;
  std::vector<std::string> names_;
  std::vector<Items> members_;
  std::vector<Items> columns_;  ///< the columns of each group in the base's structure
  bool is_base_ = true;
  bool is_mixed_ = false;
};

}  // namespace holdfast
