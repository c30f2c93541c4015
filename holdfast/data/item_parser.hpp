#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holdfast/data/read.hpp"

namespace holdfast {

/// Items as people write them: names, indices, or ranges such as 0-9; a name wins over an index or
/// a range. Remembers what was given, because an item that comes twice is an error.
/// Errors are InvalidInput.
class ItemParser {
 public:
  /// `names` must outlive the parser.
  explicit ItemParser(const ItemNames& names);

  /// Adds the items of a comma-separated list. `where` begins messages.
  void add_list(std::string_view text, const std::string& where);
  /// Adds one item or range.
  void add_entry(std::string_view entry, const std::string& where);

  /// All so far, in that order.
  const Items& items() const { return items_; }

 private:
  std::pair<std::size_t, std::size_t> require_range(std::string_view entry,
                                                    const std::string& where) const;
  [[noreturn]] void refuse(std::string_view entry, const std::string& where) const;
  /// Where the item of this index is among all items; nothing if there is none.
  std::optional<std::size_t> position(std::size_t index) const;
  void add_index(std::size_t index, std::string_view entry, const std::string& where);
  void add(std::size_t position, const std::string& where);
  std::string what_is_valid() const;

  const ItemNames& names_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
  std::unordered_map<std::size_t, std::size_t> by_index_;  ///< empty: each is its own index
  std::vector<bool> taken_;
  Items items_;
};

}  // namespace holdfast
