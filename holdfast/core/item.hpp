#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace holdfast {

/// An element of the ground set V = {0, ..., |V|-1}.
using Item = std::int32_t;

/// Items in an order that means something: of selection, of deletion, or ascending.
using Items = std::vector<Item>;

/// Whether both hold the same items, in whatever order.
inline bool same_items(Items a, Items b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  return a == b;
}

/// An item with the gain or the loss that was asked for.
struct Scored {
  Item item;
  double score;
};

}  // namespace holdfast
