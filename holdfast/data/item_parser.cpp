#include "holdfast/data/item_parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/csv_scanner.hpp"
#include "holdfast/data/suggestion.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

constexpr auto ambiguous = static_cast<std::size_t>(-1);

[[noreturn]] void fail_at(const std::string& where, const std::string& what) {
  throw InvalidInput(fmt::format("{}: {}", where, what));
}

}  // namespace

ItemParser::ItemParser(const ItemNames& names) : names_(names), taken_(names.names.size(), false) {
  for (std::size_t i = 0; i < names.names.size(); ++i) {
    const auto [position, is_new] = by_name_.emplace(names.names[i], i);
    if (!is_new) position->second = ambiguous;
  }
  for (std::size_t i = 0; i < names.indices.size(); ++i)
    by_index_.emplace(static_cast<std::size_t>(names.indices[i]), i);
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
  if (const auto index = text::parse_index(entry)) return add_index(*index, entry, where);
  const auto [first, last] = require_range(entry, where);
  for (std::size_t i = first; i <= last; ++i) add_index(i, entry, where);
}

std::pair<std::size_t, std::size_t> ItemParser::require_range(std::string_view entry,
                                                              const std::string& where) const {
  const std::size_t dash = entry.find('-');
  if (dash == std::string_view::npos) refuse(entry, where);
  const auto first = text::parse_index(text::trim(entry.substr(0, dash)));
  const auto last = text::parse_index(text::trim(entry.substr(dash + 1)));
  if (!first || !last) refuse(entry, where);
  if (*first > *last) {
    fail_at(where, fmt::format("the range {} runs backwards", text::excerpt(entry)));
  }
  // Checked first, so that a huge range is not walked through.
  if (!position(*last)) {
    fail_at(where, fmt::format("there is no item {}; {}", text::excerpt(entry), what_is_valid()));
  }
  return {*first, *last};
}

void ItemParser::refuse(std::string_view entry, const std::string& where) const {
  const auto group = names_.group_of.find(entry);
  if (group != names_.group_of.end()) {
    fail_at(where, fmt::format("{} is in the group {} and no item by itself; give the group",
                               text::excerpt(entry), group->second));
  }
  const std::string hint = did_you_mean(entry, names_.names);
  fail_at(where, fmt::format("{} is no item{}", text::excerpt(entry),
                             hint.empty() ? "; " + what_is_valid() : hint));
}

std::optional<std::size_t> ItemParser::position(std::size_t index) const {
  if (names_.indices.empty())
    return index < names_.names.size() ? std::optional(index) : std::nullopt;
  const auto found = by_index_.find(index);
  return found == by_index_.end() ? std::nullopt : std::optional(found->second);
}

void ItemParser::add_index(std::size_t index, std::string_view entry, const std::string& where) {
  if (const auto at = position(index)) return add(*at, where);
  const bool alone = text::parse_index(entry).has_value();
  fail_at(where, fmt::format("there is no item {}{}; {}",
                             alone ? text::excerpt(entry) : std::to_string(index),
                             alone ? "" : fmt::format(" of the range {}", text::excerpt(entry)),
                             what_is_valid()));
}

std::string ItemParser::what_is_valid() const {
  if (names_.names.empty()) return "there are no items";
  const auto [least, most] = names_.indices.empty()
                                 ? std::pair<Item, Item>(0, std::ssize(names_.names) - 1)
                                 : std::pair<Item, Item>(std::ranges::min(names_.indices),
                                                         std::ranges::max(names_.indices));
  return fmt::format("an item is a name such as {}, or an index or range within {}-{}",
                     names_.names.front(), least, most);
}

void ItemParser::add(std::size_t position, const std::string& where) {
  if (taken_[position]) {
    const auto index =
        names_.indices.empty() ? static_cast<Item>(position) : names_.indices[position];
    fail_at(where, fmt::format("item {} ({}) is given twice", index, names_.names[position]));
  }
  taken_[position] = true;
  items_.push_back(static_cast<Item>(position));
}

}  // namespace holdfast
