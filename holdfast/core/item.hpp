#pragma once

#include <cstdint>
#include <vector>

namespace holdfast {

/// An element of the ground set V = {0, ..., |V|-1}.
using Item = std::int32_t;

/// Items in an order that means something: of selection, of deletion, or ascending.
using Items = std::vector<Item>;

/// An item with the gain or the loss that was asked for.
struct Scored {
  Item item;
  double score;
};

}  // namespace holdfast
