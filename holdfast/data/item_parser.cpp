#include "holdfast/data/item_parser.hpp"

#include <fmt/format.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/csv_scanner.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

constexpr auto ambiguous = static_cast<std::size_t>(-1);

[[noreturn]] void fail_at(const std::string& where, const std::string& what) {
  throw InvalidInput(fmt::format("{}: {}", where, what));
}

}  // namespace

ItemParser::ItemParser(std::span<const std::string> names)
    : names_(names), taken_(names.size(), false) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [position, is_new] = by_name_.emplace(names[i], i);
    if (!is_new) position->second = ambiguous;
  }
}

void ItemParser::add_list(std::string_view text, const std::string& where) {
  const std::string_view whole = text::trim(text);
  if (by_name_.contains(whole)) return add_entry(whole, where);
  CsvScanner scanner(text, ',', where);
  std::vector<CsvField> entries;
  while (scanner.next(entries)) {
    for (const auto& entry : entries) add_entry(entry.text, where);
  }
}

void ItemParser::add_entry(std::string_view entry, const std::string& where) {
  const auto named = by_name_.find(entry);
  if (named != by_name_.end()) {
    if (named->second == ambiguous) {
      fail_at(where,
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

std::pair<std::size_t, std::size_t> ItemParser::require_range(std::string_view entry,
                                                              const std::string& where) const {
  const std::size_t dash = entry.find('-');
  if (dash != std::string_view::npos) {
    const auto first = text::parse_index(text::trim(entry.substr(0, dash)));
    const auto last = text::parse_index(text::trim(entry.substr(dash + 1)));
    if (first && last) {
      if (*first > *last) {
        fail_at(where, fmt::format("the range {} runs backwards", text::excerpt(entry)));
      }
      require_index(*last, entry, where);
      return {*first, *last};
    }
  }
  fail_at(where, fmt::format("{} is no item; {}", text::excerpt(entry), what_is_valid()));
}

void ItemParser::require_index(std::size_t index, std::string_view entry,
                               const std::string& where) const {
  if (index < names_.size()) return;
  fail_at(where, fmt::format("there is no item {}; {}", text::excerpt(entry), what_is_valid()));
}

std::string ItemParser::what_is_valid() const {
  if (names_.empty()) return "there are no items";
  return fmt::format("an item is a name such as {}, or an index or range within 0-{}",
                     names_.front(), names_.size() - 1);
}

void ItemParser::add(std::size_t index, const std::string& where) {
  if (taken_[index]) {
    fail_at(where, fmt::format("item {} ({}) is given twice", index, names_[index]));
  }
  taken_[index] = true;
  items_.push_back(static_cast<Item>(index));
}

}  // namespace holdfast
