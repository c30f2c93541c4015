#include "holdfast/data/coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/csv_scanner.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

using Record = std::vector<CsvField>;

/// Which columns of the file hold what.
struct Columns {
  std::size_t name = 0;
  std::size_t x = 0;
  std::size_t y = 0;
  bool geographic = false;
};

std::optional<std::size_t> column(const Record& header, std::string_view name) {
  const auto found = std::ranges::find(header, name, &CsvField::text);
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

std::optional<Columns> columns_of(const Record& header) {
  auto x = column(header, "longitude");
  auto y = column(header, "latitude");
  const bool geographic = x && y;
  if (!geographic) {
    x = column(header, "x");
    y = column(header, "y");
  }
  if (!x || !y || header.size() < 3) return std::nullopt;
  auto name = column(header, "name");
  if (!name) name = column(header, "item");
  for (std::size_t i = 0; !name; ++i) {
    if (i != *x && i != *y) name = i;
  }
  return Columns{*name, *x, *y, geographic};
}

double coordinate(const CsvField& field, double most, const std::string& where) {
  const auto number = text::parse_number(field.text);
  if (!number || std::abs(*number) > most) {
    throw InvalidInput(fmt::format("{}: {} is no coordinate; write a number{}", where,
                                   text::excerpt(field.text),
                                   most < 1e300 ? fmt::format(" from -{0} to {0}", most) : ""));
  }
  return *number;
}

}  // namespace

Places read_coordinates(const std::string& path, const std::vector<std::string>& names) {
  const std::string bytes = read_file_whole(path);
  const std::string_view text = text::without_byte_order_mark(bytes);
  CsvScanner scanner(text, detect_delimiter(text), path);
  Record record;
  const auto columns = scanner.next(record) ? columns_of(record) : std::nullopt;
  if (!columns) {
    throw InvalidInput(
        fmt::format("{}: the header must be name,latitude,longitude or name,x,y", path));
  }
  const std::size_t width = record.size();
  std::unordered_map<std::string_view, std::size_t> items;
  for (std::size_t i = 0; i < names.size(); ++i) items.emplace(names[i], i);

  Places places{columns->geographic, {}};
  places.of_item.resize(names.size());
  bool found = false;
  while (scanner.next(record)) {
    if (record.size() == 1 && record.front().text.empty()) continue;
    const std::string where = fmt::format("{}: line {}", path, record.front().line);
    if (record.size() != width) {
      throw InvalidInput(fmt::format("{}: there are {} fields, but the header has {}", where,
                                     record.size(), width));
    }
    const auto item = items.find(record[columns->name].text);
    if (item == items.end()) continue;
    auto& place = places.of_item[item->second];
    if (place) throw InvalidInput(fmt::format("{}: {} comes twice", where, item->first));
    constexpr double any = 1e300;
    place = {coordinate(record[columns->x], columns->geographic ? 360.0 : any, where),
             coordinate(record[columns->y], columns->geographic ? 90.0 : any, where)};
    found = true;
  }
  if (!found) {
    throw InvalidInput(fmt::format("{}: no name in it is that of an item, {} say", path,
                                   names.empty() ? "" : text::excerpt(names.front())));
  }
  return places;
}

}  // namespace holdfast
