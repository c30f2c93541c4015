#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

class Objective;

/// Of items of one kind (of one supplier, in one district) at most `most` may be chosen.
struct Kind {
  std::string name;
  Item most = 0;
};

/// What a choice must hold beside having at most k items. Empty: anything goes.
struct Constraints {
  /// Chosen whatever they are worth. They count against k, and may be deleted like all others.
  Items must = {};
  /// Never chosen.
  Items must_not = {};
  std::vector<Kind> kinds = {};
  /// For each item its place in `kinds`, -1 for none; empty if no item has a kind.
  std::vector<std::int32_t> kind_of = {};

  bool empty() const { return must.empty() && must_not.empty() && kinds.empty(); }
  /// The place of an item's kind in `kinds`, or -1.
  std::int32_t kind(Item item) const {
    return kind_of.empty() ? -1 : kind_of[static_cast<std::size_t>(item)];
  }
};

/// Whether the items hold every must-have, no must-not, and no more of a kind than its cap.
HOLDFAST_EXPORT bool satisfies(const Constraints& constraints, std::span<const Item> items);

/// Throws std::invalid_argument, one line with the names of the items, unless some set of at most
/// k items of the objective satisfies the constraints.
HOLDFAST_EXPORT void require_satisfiable(const Constraints& constraints, const Objective& objective,
                                         Item k);

/// How many items a set that satisfies them can have at most. `size` is |V|.
HOLDFAST_EXPORT Item most_items(const Constraints& constraints, Item size);

/// Which items may be added to `chosen`, ascending: those with which it can still become a set of
/// at most k items that satisfies the constraints. So a place stays free for each must-have that
/// is not chosen yet, among the k and within its kind. O(|V|).
HOLDFAST_EXPORT Items allowed_after(const Constraints& constraints, Item size, Item k,
                                    std::span<const Item> chosen);

}  // namespace holdfast
