#pragma once

#include <span>
#include <vector>

#include "holdfast/core/item.hpp"

namespace holdfast::support {

/// The rule of choice, spelled out: `count` times, find the largest score left, then the lowest
/// item whose score is within the width of a tie of it.
std::vector<Scored> ranked_by_rule(std::span<const Item> items, std::span<const double> scores,
                                   std::size_t count, double scale);

}  // namespace holdfast::support
