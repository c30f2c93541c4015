#pragma once

#include <limits>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

class Objective;

/// A kind of items (of one supplier, in one district), of which at most `most` may be chosen.
struct Kind {
  std::string name;
  Item most = 0;
};

/// What a choice must satisfy besides having at most k items. Empty: no further conditions.
struct Constraints {
  /// Always chosen. They count towards k, and may be deleted like all other items.
  Items must = {};
  /// Never chosen.
  Items must_not = {};
  std::vector<Kind> kinds = {};
  /// For each item the index of its kind in `kinds`, or -1 for none; empty if no item has a kind.
  std::vector<std::int32_t> kind_of = {};

  /// The price of each item; empty if nothing costs anything.
  std::vector<double> costs = {};
  /// What the chosen items may cost together.
  double cost_limit = std::numeric_limits<double>::infinity();

  bool empty() const { return must.empty() && must_not.empty() && kinds.empty() && costs.empty(); }
  bool has_costs() const { return !costs.empty(); }
  double cost(Item item) const {
    return costs.empty() ? 0.0 : costs[static_cast<std::size_t>(item)];
  }
  double cost(std::span<const Item> items) const {
    double sum = 0.0;
    for (const Item item : items) sum += cost(item);
    return sum;
  }
  /// Whether so much may be spent; a sum of prices may exceed the limit by rounding.
  bool affords(double spent) const {
    constexpr double rounding = 1e-9;
    return spent <= cost_limit * (1.0 + rounding);
  }
  /// The index of an item's kind in `kinds`, or -1.
  std::int32_t kind(Item item) const {
    return kind_of.empty() ? -1 : kind_of[static_cast<std::size_t>(item)];
  }
};

/// Whether the items hold every must-have, no must-not, no more of a kind than its cap, and cost no
/// more than the limit.
HOLDFAST_EXPORT bool satisfies(const Constraints& constraints, std::span<const Item> items);

/// Throws std::invalid_argument unless some set of at most k items of the objective satisfies the
/// constraints. The message is one line and names the items.
HOLDFAST_EXPORT void require_satisfiable(const Constraints& constraints, const Objective& objective,
                                         Item k);

/// The largest number of items in a set that satisfies the constraints, or a little more where caps
/// and prices meet. `size` is |V|.
HOLDFAST_EXPORT Item most_items(const Constraints& constraints, Item size);

/// The items that may be added to `chosen`, ascending: with each of them it can still become a set
/// of at most k items that satisfies the constraints. So a place is reserved for every must-have
/// not yet chosen, among the k and within its kind, and its price is set aside. O(|V|).
HOLDFAST_EXPORT Items allowed_after(const Constraints& constraints, Item size, Item k,
                                    std::span<const Item> chosen);

}  // namespace holdfast
