#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace holdfast {

/// An element of the ground set V = {0, ..., |V|-1}.
using Item = std::int32_t;

/// Items in a meaningful order: of selection, of deletion, or ascending.
using Items = std::vector<Item>;

/// Whether each is larger than the one before. O(n), many at a time.
inline bool is_ascending(std::span<const Item> items) {
  int falls = 0;
  for (std::size_t i = 1; i < items.size(); ++i) falls |= items[i - 1] >= items[i] ? 1 : 0;
  return falls == 0;
}

/// Whether both hold the same items, in any order.
inline bool same_items(Items a, Items b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  return a == b;
}

inline bool holds(std::span<const Item> items, Item item) {
  return std::ranges::find(items, item) != items.end();
}

/// The items that are not among the others, in their order. O(|items| |others|): one of the two
/// should be small.
inline Items difference(std::span<const Item> items, std::span<const Item> others) {
  Items rest;
  std::ranges::copy_if(items, std::back_inserter(rest),
                       [&](Item item) { return !holds(others, item); });
  return rest;
}

/// An item with its gain or loss.
struct Scored {
  Item item;
  double score;
};

}  // namespace holdfast
