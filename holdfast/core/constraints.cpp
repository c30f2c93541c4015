#include "holdfast/core/constraints.hpp"

#include <algorithm>
#include <cmath>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

std::size_t at(std::int32_t place) { return static_cast<std::size_t>(place); }

std::vector<bool> marked(std::span<const Item> items, Item size) {
  std::vector<bool> marks(at(size), false);
  for (const Item item : items) marks[at(item)] = true;
  return marks;
}

/// How many of the items are of each kind.
std::vector<Item> counted(const Constraints& constraints, std::span<const Item> items) {
  std::vector<Item> counts(constraints.kinds.size(), 0);
  for (const Item item : items) {
    if (const auto kind = constraints.kind(item); kind >= 0) ++counts[at(kind)];
  }
  return counts;
}

std::string called(const Objective& objective, Item item) {
  const std::string name = objective.item_name(item);
  const Item index = objective.given_index(item);
  return name == std::to_string(index) ? fmt::format("item {}", index)
                                       : fmt::format("item {} ({})", index, name);
}

/// Throws unless the lists refer to items and kinds that exist.
void require_shape(const Constraints& constraints, const Objective& objective) {
  objective.require_set(constraints.must);
  objective.require_set(constraints.must_not);
  require(!constraints.has_costs() || constraints.costs.size() == at(objective.size()),
          "costs are given for {} items, but there are {}", constraints.costs.size(),
          objective.size());
  for (Item item = 0; item < objective.size(); ++item) {
    require(constraints.cost(item) >= 0.0 && std::isfinite(constraints.cost(item)),
            "{} costs {}; a cost must be finite and 0 or more", called(objective, item),
            constraints.cost(item));
  }
  require(constraints.cost_limit >= 0.0, "the limit on costs must be 0 or more, got {}",
          constraints.cost_limit);
  if (constraints.kind_of.empty()) return;
  require(constraints.kind_of.size() == at(objective.size()),
          "kinds are given for {} items, but there are {}", constraints.kind_of.size(),
          objective.size());
  const auto kinds = static_cast<std::int32_t>(constraints.kinds.size());
  for (const std::int32_t kind : constraints.kind_of) {
    require(kind >= -1 && kind < kinds, "there is no kind {}: valid are -1 (none) to {}", kind,
            kinds - 1);
  }
  for (const Kind& kind : constraints.kinds) {
    require(kind.most >= 0, "at most {} of kind {}: a cap must be 0 or more", kind.most, kind.name);
  }
}

}  // namespace

bool satisfies(const Constraints& constraints, std::span<const Item> items) {
  const auto holds = [&](Item item) { return std::ranges::find(items, item) != items.end(); };
  if (!std::ranges::all_of(constraints.must, holds)) return false;
  if (std::ranges::any_of(constraints.must_not, holds)) return false;
  const auto counts = counted(constraints, items);
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] > constraints.kinds[kind].most) return false;
  }
  return constraints.affords(constraints.cost(items));
}

void require_satisfiable(const Constraints& constraints, const Objective& objective, Item k) {
  if (constraints.empty()) return;
  require_shape(constraints, objective);
  require(std::ssize(constraints.must) <= k, "there are {} must-haves, more than k = {}",
          constraints.must.size(), k);
  const auto forbidden = marked(constraints.must_not, objective.size());
  for (const Item item : constraints.must) {
    require(!forbidden[at(item)], "{} is a must-have and a must-not", called(objective, item));
  }
  const auto counts = counted(constraints, constraints.must);
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const auto& [name, most] = constraints.kinds[kind];
    require(counts[kind] <= most, "{} must-haves are of kind {}, of which at most {} may be chosen",
            counts[kind], name, most);
  }
  require(constraints.affords(constraints.cost(constraints.must)),
          "the must-haves cost {}, more than the limit of {}", constraints.cost(constraints.must),
          constraints.cost_limit);
}

Item most_items(const Constraints& constraints, Item size) {
  if (constraints.empty()) return size;
  const auto forbidden = marked(constraints.must_not, size);
  std::vector<Item> room(constraints.kinds.size());
  for (std::size_t kind = 0; kind < room.size(); ++kind) room[kind] = constraints.kinds[kind].most;
  Item most = 0;
  std::vector<double> prices;
  for (Item item = 0; item < size; ++item) {
    if (forbidden[at(item)]) continue;
    prices.push_back(constraints.cost(item));
    const auto kind = constraints.kind(item);
    if (kind < 0 || room[at(kind)]-- > 0) ++most;
  }
  if (!constraints.has_costs()) return most;
  std::ranges::sort(prices);
  Item affordable = 0;
  double spent = 0.0;
  for (const double price : prices) {
    spent += price;
    if (!constraints.affords(spent)) break;
    ++affordable;
  }
  return std::min(most, affordable);
}

Items allowed_after(const Constraints& constraints, Item size, Item k,
                    std::span<const Item> chosen) {
  const auto taken = marked(chosen, size);
  const auto forbidden = marked(constraints.must_not, size);
  Items pending;
  std::ranges::copy_if(constraints.must, std::back_inserter(pending),
                       [&](Item item) { return !taken[at(item)]; });
  const auto awaited = marked(pending, size);
  const bool others = std::ssize(chosen) + std::ssize(pending) < k;
  const auto counts = counted(constraints, chosen);
  const auto reserved = counted(constraints, pending);
  const double spent = constraints.cost(chosen) + constraints.cost(pending);
  Items allowed;
  for (Item item = 0; item < size; ++item) {
    if (taken[at(item)] || forbidden[at(item)]) continue;
    const auto kind = constraints.kind(item);
    const bool fits =
        (kind < 0 || counts[at(kind)] + reserved[at(kind)] < constraints.kinds[at(kind)].most) &&
        (!constraints.has_costs() || constraints.affords(spent + constraints.cost(item)));
    if (awaited[at(item)] || (others && fits)) allowed.push_back(item);
  }
  return allowed;
}

}  // namespace holdfast
