#include "holdfast/objectives/combined/grouped.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {
namespace {

std::size_t at(Item item) { return static_cast<std::size_t>(item); }

/// Moves the base's State at the union, group by group.
class GroupedState final : public State {
 public:
  GroupedState(const GroupedObjective& objective, const Run& run)
      : State(objective, run), groups_(&objective), base_(objective.base().start(run)) {}

 private:
  GroupedState(const GroupedState& other)
      : State(other),
        groups_(other.groups_),
        base_(other.base_->clone()),
        singles_(other.singles_ ? other.singles_->clone() : nullptr) {}

  bool is_single(Item group) const { return groups_->members(group).size() == 1; }

  /// The State used for the gains of single items. An objective may cache something for each
  /// candidate it is asked about. Groups of several items clone the State again and again, and
  /// should not have to copy that cache.
  State& singles() {
    if (!groups_->is_mixed()) return *base_;
    if (!singles_) singles_ = base_->clone();
    return *singles_;
  }

  double do_value() const override { return base_->value(); }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    Items asked;
    std::vector<std::size_t> places;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (is_single(candidates[c])) {
        asked.push_back(groups_->members(candidates[c]).front());
        places.push_back(c);
      } else {
        run().check_stop();
        const auto larger = base_->clone();
        for (const Item member : groups_->members(candidates[c])) larger->add(member);
        out[c] = std::max(0.0, larger->value() - base_->value());
      }
    }
    if (asked.empty()) return;
    const auto gains = singles().gains(asked);
    for (std::size_t i = 0; i < places.size(); ++i) out[places[i]] = gains[i];
  }

  void do_losses(std::span<double> out) override {
    std::vector<double> loss_of;  // by item of the base, filled on first use
    for (std::size_t m = 0; m < out.size(); ++m) {
      const Item group = items()[m];
      if (is_single(group)) {
        if (loss_of.empty()) loss_of = base_losses();
        out[m] = loss_of[at(groups_->members(group).front())];
      } else {
        run().check_stop();
        const auto smaller = base_->clone();
        for (const Item member : groups_->members(group)) smaller->remove(member);
        out[m] = std::max(0.0, base_->value() - smaller->value());
      }
    }
  }

  std::vector<double> base_losses() {
    std::vector<double> loss_of(at(groups_->base().size()), 0.0);
    const auto losses = base_->losses();
    for (std::size_t m = 0; m < losses.size(); ++m) loss_of[at(base_->items()[m])] = losses[m];
    return loss_of;
  }

  /// The weights of a group are those of its members.
  void do_gradient_norms(std::span<const Item> candidates, std::span<double> out) override {
    const auto norms = base_->gradient_norms(groups_->members_of(candidates));
    std::size_t next = 0;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      double square = 0.0;
      for (std::size_t m = 0; m < groups_->members(candidates[c]).size(); ++m, ++next)
        square += norms[next] * norms[next];
      out[c] = std::sqrt(square);
    }
  }

  void do_add(Item group) override {
    for (const Item member : groups_->members(group)) {
      base_->add(member);
      if (singles_) singles_->add(member);
    }
  }

  void do_remove(std::size_t where) override {
    for (const Item member : groups_->members(items()[where])) {
      base_->remove(member);
      if (singles_) singles_->remove(member);
    }
  }

  std::unique_ptr<State> do_clone() const override {
    return std::unique_ptr<State>(new GroupedState(*this));
  }

  const GroupedObjective* groups_;
  std::unique_ptr<State> base_;
  std::unique_ptr<State> singles_;  // for mixed groups, made on first use
};

/// The group that each item of the base is in, or -1 for none.
std::vector<std::ptrdiff_t> owners(const Objective& base, const std::vector<Group>& groups) {
  std::vector<std::ptrdiff_t> owner(at(base.size()), -1);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto& [name, members] = groups[g];
    require(!members.empty(), "group {} has no members; a group needs at least one item", name);
    for (const Item member : members) {
      require(member >= 0 && member < base.size(),
              "group {}: there is no item {}; valid items are 0 to {}", name, member,
              base.size() - 1);
      if (owner[at(member)] >= 0) {
        throw std::invalid_argument(fmt::format(
            "item {} ({}) is in group {} and in group {}; groups must not overlap", member,
            base.item_name(member), groups[at(static_cast<Item>(owner[at(member)]))].name, name));
      }
      owner[at(member)] = static_cast<std::ptrdiff_t>(g);
    }
  }
  return owner;
}

void require_different_names(const std::vector<Group>& groups, std::size_t given) {
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto [first, is_new] = seen.emplace(groups[g].name, g);
    // Ungrouped items come from the base, which may give two of them the same name.
    if (is_new || (g >= given && first->second >= given)) continue;
    throw std::invalid_argument(
        g < given ? fmt::format("two groups are called {}; names must differ", groups[g].name)
                  : fmt::format("a group is called {}, and so is an item that is in no group",
                                groups[g].name));
  }
}

}  // namespace

GroupedObjective::GroupedObjective(std::shared_ptr<const Objective> base, std::vector<Group> groups)
    : base_(std::move(base)) {
  require(base_ != nullptr, "groups need an objective to group the items of");
  const auto owner = owners(*base_, groups);
  const std::size_t given = groups.size();
  for (const Item item : base_->all_items()) {
    if (owner[at(item)] < 0) groups.push_back({base_->item_name(item), {item}});
  }
  require_different_names(groups, given);
  const auto columns = base_->structure().blocks;
  std::size_t singles = 0;
  for (auto& [name, members] : groups) {
    if (members.size() == 1) ++singles;
    is_base_ = is_base_ && members == Items{static_cast<Item>(names_.size())};
    Items own = members;
    if (!columns.empty()) {
      own.clear();
      for (const Item item : members) std::ranges::copy(columns[at(item)], std::back_inserter(own));
    }
    columns_.push_back(std::move(own));
    names_.push_back(std::move(name));
    members_.push_back(std::move(members));
  }
  is_mixed_ = singles > 0 && singles < names_.size();
}

Items GroupedObjective::members_of(std::span<const Item> groups) const {
  Items all;
  for (const Item group : groups)
    all.insert(all.end(), members(group).begin(), members(group).end());
  return all;
}

std::string GroupedObjective::item_name(Item item) const { return names_.at(at(item)); }

ItemStructure GroupedObjective::structure() const {
  if (is_base()) return base_->structure();
  return {base_->structure().structure, columns_};
}

double GroupedObjective::do_value(std::span<const Item> set) const {
  return base_->value(members_of(set));
}

std::unique_ptr<State> GroupedObjective::do_start(const Run& run) const {
  if (is_base()) return base_->start(run);
  return std::make_unique<GroupedState>(*this, run);
}

/// Bounds for single items say nothing about groups, unless every group is a single item.
void GroupedObjective::do_prove_ratios(const Run& run, Item largest_set,
                                       RatioBounds& bounds) const {
  if (is_base()) bounds = base_->proven_ratios(run, largest_set);
}

}  // namespace holdfast
