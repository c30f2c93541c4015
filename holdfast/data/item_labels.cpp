#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/csv_scanner.hpp"
#include "holdfast/data/item_parser.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw InvalidInput(fmt::format("{}: {}", path, what));
}

bool is_blank(const std::vector<CsvField>& record) {
  return record.size() == 1 && record.front().text.empty();
}

std::size_t require_column(const std::vector<CsvField>& header, const std::string& name,
                           const std::string& path, const std::string& column) {
  const auto found = std::ranges::find(header, std::string_view(name), &CsvField::text);
  if (found == header.end()) {
    fail(path, fmt::format("line {} has no column {}; the header must be item,{}",
                           header.front().line, name, column));
  }
  return static_cast<std::size_t>(found - header.begin());
}

/// Calls visit(text of the column, its items, where it stands) for every line of a CSV file with
/// the columns `item` and `column`.
template <class Visit>
void for_each_line(const std::string& path, const std::string& column, const ItemNames& names,
                   const Visit& visit) {
  const std::string bytes = read_file_whole(path);
  const std::string_view text = text::without_byte_order_mark(bytes);
  CsvScanner scanner(text, detect_delimiter(text), path);
  std::vector<CsvField> record;
  bool found = false;
  while (!found && scanner.next(record)) found = !is_blank(record);
  if (!found) fail(path, fmt::format("there is no text in it; the header must be item,{}", column));
  const std::size_t width = record.size();
  const std::size_t item_at = require_column(record, "item", path, column);
  const std::size_t text_at = require_column(record, column, path, column);
  ItemParser parser(names);
  while (scanner.next(record)) {
    if (is_blank(record)) continue;
    const std::string where = fmt::format("{}: line {}", path, record.front().line);
    if (record.size() != width) {
      fail(where, fmt::format("there are {} fields, but the header has {}", record.size(), width));
    }
    if (record[text_at].text.empty()) fail(where, fmt::format("the {} is empty", column));
    const std::size_t before = parser.items().size();
    parser.add_entry(record[item_at].text, where);
    visit(std::string(record[text_at].text), std::span(parser.items()).subspan(before), where);
  }
  if (parser.items().empty()) fail(path, "there are no items in it");
}

}  // namespace

ItemLabels read_item_labels(const std::string& path, const std::string& column,
                            const ItemNames& names) {
  ItemLabels labels;
  labels.label_of.assign(names.names.size(), -1);
  std::unordered_map<std::string, std::int32_t> known;
  for_each_line(path, column, names,
                [&](const std::string& label, std::span<const Item> items, const auto& where) {
                  if (!text::is_utf8(label)) {
                    fail(where,
                         fmt::format("the {} {} is not UTF-8", column, text::excerpt(label)));
                  }
                  const auto [place, is_new] =
                      known.emplace(label, static_cast<std::int32_t>(labels.labels.size()));
                  if (is_new) labels.labels.push_back(label);
                  for (const Item item : items)
                    labels.label_of[static_cast<std::size_t>(item)] = place->second;
                });
  return labels;
}

std::vector<std::optional<double>> read_item_numbers(const std::string& path,
                                                     const std::string& column,
                                                     const ItemNames& names, double least,
                                                     double most) {
  std::vector<std::optional<double>> numbers(names.names.size());
  for_each_line(path, column, names,
                [&](const std::string& cell, std::span<const Item> items, const auto& where) {
                  const auto number = text::parse_number(cell);
                  if (!number || !(*number >= least && *number <= most)) {
                    fail(where, fmt::format("the {} {} is not {}", column, text::excerpt(cell),
                                            std::isfinite(most)
                                                ? fmt::format("a number from {} to {}", least, most)
                                                : fmt::format("a number of at least {}", least)));
                  }
                  for (const Item item : items) numbers[static_cast<std::size_t>(item)] = *number;
                });
  return numbers;
}

}  // namespace holdfast
