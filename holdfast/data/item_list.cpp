#include <fmt/format.h>
#include <sys/stat.h>

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/csv_scanner.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

class ItemParser {
 public:
  explicit ItemParser(std::span<const std::string> names)
      : names_(names), taken_(names.size(), false) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto [position, is_new] = by_name_.emplace(names[i], i);
      if (!is_new) position->second = ambiguous;
    }
  }

  /// Adds the items of a comma-separated list. `where` begins messages.
  void add_list(std::string_view text, const std::string& where) {
    const std::string_view whole = text::trim(text);
    if (by_name_.contains(whole)) return add_entry(whole, where);
    CsvScanner scanner(text, ',', where);
    std::vector<CsvField> entries;
    while (scanner.next(entries)) {
      for (const auto& entry : entries) add_entry(entry.text, where);
    }
  }

  Items take() { return std::move(items_); }

 private:
  static constexpr auto ambiguous = static_cast<std::size_t>(-1);

  void add_entry(std::string_view entry, const std::string& where) {
    const auto named = by_name_.find(entry);
    if (named != by_name_.end()) {
      if (named->second == ambiguous) {
        fail(where,
             fmt::format("several items are called {}; give its index", text::excerpt(entry)));
      }
      return add(named->second, where);
    }
    if (const auto index = text::parse_index(entry)) {
      require_index(*index, entry, where);
      return add(*index, where);
    }
    const auto [first, last] = require_range(entry, where);
    for (std::size_t i = first; i <= last; ++i) add(i, where);
  }

  std::pair<std::size_t, std::size_t> require_range(std::string_view entry,
                                                    const std::string& where) const {
    const std::size_t dash = entry.find('-');
    if (dash != std::string_view::npos) {
      const auto first = text::parse_index(text::trim(entry.substr(0, dash)));
      const auto last = text::parse_index(text::trim(entry.substr(dash + 1)));
      if (first && last) {
        if (*first > *last) {
          fail(where, fmt::format("the range {} runs backwards", text::excerpt(entry)));
        }
        require_index(*last, entry, where);
        return {*first, *last};
      }
    }
    fail(where, fmt::format("{} is no item; {}", text::excerpt(entry), what_is_valid()));
  }

  void require_index(std::size_t index, std::string_view entry, const std::string& where) const {
    if (index < names_.size()) return;
    fail(where, fmt::format("there is no item {}; {}", text::excerpt(entry), what_is_valid()));
  }

  std::string what_is_valid() const {
    if (names_.empty()) return "there are no items";
    return fmt::format("an item is a name such as {}, or an index or range within 0-{}",
                       names_.front(), names_.size() - 1);
  }

  void add(std::size_t index, const std::string& where) {
    if (taken_[index]) {
      fail(where, fmt::format("item {} ({}) is given twice", index, names_[index]));
    }
    taken_[index] = true;
    items_.push_back(static_cast<Item>(index));
  }

  [[noreturn]] static void fail(const std::string& where, const std::string& what) {
    throw InvalidInput(fmt::format("{}: {}", where, what));
  }

  std::span<const std::string> names_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
  std::vector<bool> taken_;
  Items items_;
};

bool is_file(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode);
}

Items read_item_file(const std::string& path, std::span<const std::string> names) {
  const std::string bytes = read_file_whole(path);
  std::string_view rest = text::without_byte_order_mark(bytes);
  ItemParser parser(names);
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = text::take_line(rest);
    if (!text::trim(line).empty()) parser.add_list(line, fmt::format("{}: line {}", path, number));
  }
  Items items = parser.take();
  if (items.empty()) throw InvalidInput(fmt::format("{}: there are no items in it", path));
  return items;
}

}  // namespace

Items read_item_list(const std::string& text, std::span<const std::string> names) {
  if (text::trim(text).empty()) throw InvalidInput("the list of items is empty");
  try {
    ItemParser parser(names);
    parser.add_list(text, "list of items " + text::excerpt(text));
    return parser.take();
  } catch (const InvalidInput& no_list) {
    if (is_file(text)) return read_item_file(text, names);
    if (text.find(',') != std::string::npos) throw;
    throw InvalidInput(fmt::format("{}; there is no such file either", no_list.what()));
  }
}

}  // namespace holdfast
