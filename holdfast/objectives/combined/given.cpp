#include "holdfast/objectives/combined/given.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/objectives/combined/given_structures.hpp"

namespace holdfast {
namespace {

/// Moves a State of the base that holds the kept items too.
class GivenState final : public State {
 public:
  GivenState(const GivenObjective& objective, std::unique_ptr<State> base, double kept_value,
             const Run& run)
      : State(objective, run),
        given_(&objective),
        base_(std::move(base)),
        kept_(base_->size()),
        kept_value_(kept_value) {}

 private:
  GivenState(const GivenState& other)
      : State(other),
        given_(other.given_),
        base_(other.base_->clone()),
        kept_(other.kept_),
        kept_value_(other.kept_value_) {}

  std::vector<Scored> renumbered(std::vector<Scored> scored) const {
    for (auto& one : scored) one.item = given_->item_of(one.item);
    return scored;
  }

  double do_value() const override { return base_->value() - kept_value_; }
  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    std::ranges::copy(base_->gains(given_->base_items(candidates)), out.begin());
  }
  /// The kept items come first, because nothing removes them.
  void do_losses(std::span<double> out) override {
    const auto all = base_->losses();
    std::copy(all.begin() + static_cast<std::ptrdiff_t>(kept_), all.end(), out.begin());
  }
  std::vector<Scored> do_largest_gains(std::span<const Item> candidates,
                                       std::size_t count) override {
    count_evaluations(static_cast<std::int64_t>(candidates.size()));
    return renumbered(base_->largest_gains(given_->base_items(candidates), count));
  }
  Scored do_smallest_gain(std::span<const Item> candidates) override {
    count_evaluations(static_cast<std::int64_t>(candidates.size()));
    return renumbered({base_->smallest_gain(given_->base_items(candidates))}).front();
  }
  std::vector<Scored> do_largest_losses(std::span<const Item> members, std::size_t count) override {
    count_evaluations(static_cast<std::int64_t>(members.size()));
    return renumbered(base_->largest_losses(given_->base_items(members), count));
  }
  Item do_first_of_largest_losses(std::span<const Item> members, std::size_t count) override {
    count_evaluations(static_cast<std::int64_t>(members.size()));
    return given_->item_of(base_->first_of_largest_losses(given_->base_items(members), count));
  }
  void do_gradient_norms(std::span<const Item> candidates, std::span<double> out) override {
    std::ranges::copy(base_->gradient_norms(given_->base_items(candidates)), out.begin());
  }
  void do_add(Item item) override { base_->add(given_->base_item(item)); }
  void do_remove(std::size_t position) override {
    base_->remove(given_->base_item(items()[position]));
  }
  std::unique_ptr<State> do_clone() const override {
    return std::unique_ptr<State>(new GivenState(*this));
  }

  const GivenObjective* given_;
  std::unique_ptr<State> base_;
  std::size_t kept_;
  double kept_value_;
};

Items columns_of(const ItemStructure& structure, std::span<const Item> items) {
  if (structure.plain()) return {items.begin(), items.end()};
  Items columns;
  for (const Item item : items)
    std::ranges::copy(structure.blocks[static_cast<std::size_t>(item)],
                      std::back_inserter(columns));
  return columns;
}

}  // namespace

GivenObjective::GivenObjective(const Objective& base, Items kept, Items free, const Run& run)
    : base_(base), kept_(std::move(kept)), free_(std::move(free)) {
  require(std::ranges::is_sorted(free_), "the free items must be in ascending order");
  Items all = kept_;
  all.insert(all.end(), free_.begin(), free_.end());
  base.require_set(all);
  at_kept_ = base.start_at(run, kept_);
  kept_value_ = at_kept_->value();
  const ItemStructure structure = base.structure();
  if (const auto* covering = structure.as<CoveringStructure>()) {
    structure_ = covering_given(*covering, columns_of(structure, kept_));
    for (const Item item : free_) blocks_.push_back(columns_of(structure, std::span(&item, 1)));
  } else if (const auto* oracle = structure.as<TraceOracle>();
             oracle && structure.plain() && oracle->responses() > 0) {
    structure_ = trace_given(*oracle, kept_, free_);
  } else if (structure.as<MonotonePromise>()) {
    structure_ = {std::shared_ptr<void>(), structure.structure};  // the base's own
  }
}

GivenObjective::~GivenObjective() = default;

Items GivenObjective::base_items(std::span<const Item> items) const {
  Items of_base;
  of_base.reserve(items.size());
  for (const Item item : items) of_base.push_back(base_item(item));
  return of_base;
}

Item GivenObjective::item_of(Item base_item) const {
  return static_cast<Item>(std::ranges::lower_bound(free_, base_item) - free_.begin());
}

Constraints GivenObjective::remaining(const Constraints& constraints) const {
  Constraints rest;
  const auto renumbered = [&](const Items& items) {
    Items free;
    for (const Item item : items) {
      if (std::ranges::binary_search(free_, item)) free.push_back(item_of(item));
    }
    return free;
  };
  rest.must = renumbered(constraints.must);
  rest.must_not = renumbered(constraints.must_not);
  rest.kinds = constraints.kinds;
  for (const Item item : kept_) {
    if (const auto kind = constraints.kind(item); kind >= 0)
      --rest.kinds[static_cast<std::size_t>(kind)].most;
  }
  for (const Item item : free_) {
    if (!constraints.kind_of.empty()) rest.kind_of.push_back(constraints.kind(item));
    if (constraints.has_costs()) rest.costs.push_back(constraints.cost(item));
  }
  if (constraints.has_costs())
    rest.cost_limit = std::max(0.0, constraints.cost_limit - constraints.cost(kept_));
  return rest;
}

std::optional<double> GivenObjective::largest_value() const {
  const auto largest = base_.largest_value();
  return largest ? std::optional(*largest - kept_value_) : std::nullopt;
}

AttackCost GivenObjective::attack_cost() const {
  const bool lost_structure = base_.structure().structure && !structure_;
  return lost_structure ? std::max(base_.attack_cost(), AttackCost::updates) : base_.attack_cost();
}

double GivenObjective::do_value(std::span<const Item> set) const {
  Items all = kept_;
  std::ranges::copy(base_items(set), std::back_inserter(all));
  return base_.value(all) - base_.value(kept_);
}

std::unique_ptr<State> GivenObjective::do_start(const Run& run) const {
  auto base = &run == &at_kept_->run() ? at_kept_->clone() : base_.start_at(run, kept_);
  return std::make_unique<GivenState>(*this, std::move(base), kept_value_, run);
}

}  // namespace holdfast
