#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holdfast/core/item.hpp"

namespace holdfast {

/// Items as people write them: names, indices from 0, or ranges such as 0-9; a name wins over an
/// index or a range. Remembers what was given, because an item that comes twice is an error.
/// Errors are InvalidInput.
class ItemParser {
 public:
  /// `names` holds every item's name, and must outlive the parser.
  explicit ItemParser(std::span<const std::string> names);

  /// Adds the items of a comma-separated list. `where` begins messages.
  void add_list(std::string_view text, const std::string& where);
  /// Adds one item or range.
  void add_entry(std::string_view entry, const std::string& where);

  /// All so far, in that order.
  const Items& items() const { return items_; }

 private:
  std::pair<std::size_t, std::size_t> require_range(std::string_view entry,
                                                    const std::string& where) const;
  void require_index(std::size_t index, std::string_view entry, const std::string& where) const;
  std::string what_is_valid() const;
  void add(std::size_t index, const std::string& where);

  std::span<const std::string> names_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
  std::vector<bool> taken_;
  Items items_;
};

}  // namespace holdfast
