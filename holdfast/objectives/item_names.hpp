#pragma once

#include <cstddef>
#include <string>

#include "holdfast/core/item.hpp"

namespace holdfast {

/// Throws std::invalid_argument unless there are no names or one per item, and no more items than
/// the type Item can number.
void require_item_names(const std::vector<std::string>& names, std::size_t items);

/// The name of the item, or its number if there are no names.
std::string item_name_or_number(const std::vector<std::string>& names, Item item);

}  // namespace holdfast
