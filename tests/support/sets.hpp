#pragma once

#include <functional>
#include <span>
#include <vector>

#include "holdfast/core/item.hpp"
#include "holdfast/core/random.hpp"

/// Plain handling of sets for tests and oracles.
namespace holdfast::support {

inline std::size_t at(Item item) { return static_cast<std::size_t>(item); }

/// 0, ..., size-1.
Items ground_set(Item size);
Items plus(std::span<const Item> set, Item item);
Items minus(std::span<const Item> set, Item item);
/// The items of the ground set that are not in `set`, ascending.
Items complement(Item size, std::span<const Item> set);
Items sorted(std::span<const Item> set);
/// Calls visit(subset) for every subset of `set` with `count` members.
void for_each_subset(std::span<const Item> set, std::size_t count,
                     const std::function<void(const Items&)>& visit);

/// A uniformly drawn subset of `count` members in random order.
Items random_set(Random& random, Item size, std::size_t count);

}  // namespace holdfast::support
