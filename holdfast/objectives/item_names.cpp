#include "holdfast/objectives/item_names.hpp"

#include <limits>

#include "holdfast/core/require.hpp"

namespace holdfast {

void require_item_names(const std::vector<std::string>& names, std::size_t items) {
  constexpr auto most_items = static_cast<std::size_t>(std::numeric_limits<Item>::max());
  require(items <= most_items, "{} items are too many; at most {} are supported", items,
          most_items);
  require(names.empty() || names.size() == items, "{} items need {} names or none, got {}", items,
          items, names.size());
}

std::string item_name_or_number(const std::vector<std::string>& names, Item item) {
  return names.empty() ? std::to_string(item) : names.at(static_cast<std::size_t>(item));
}

}  // namespace holdfast
