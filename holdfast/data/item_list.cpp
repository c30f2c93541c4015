#include <fmt/format.h>
#include <sys/stat.h>

#include <string_view>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/item_parser.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

bool is_file(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode);
}

Items read_item_file(const std::string& path, const ItemNames& names) {
  const std::string bytes = read_file_whole(path);
  std::string_view rest = text::without_byte_order_mark(bytes);
  ItemParser parser(names);
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = text::take_line(rest);
    if (!text::trim(line).empty()) parser.add_list(line, fmt::format("{}: line {}", path, number));
  }
  Items items = parser.items();
  if (items.empty()) throw InvalidInput(fmt::format("{}: there are no items in it", path));
  return items;
}

}  // namespace

Items read_item_list(const std::string& text, const ItemNames& names) {
  if (text::trim(text).empty()) throw InvalidInput("the list of items is empty");
  try {
    ItemParser parser(names);
    parser.add_list(text, "list of items " + text::excerpt(text));
    return parser.items();
  } catch (const InvalidInput& no_list) {
    if (text == "-") return read_item_file(standard_input, names);
    if (is_file(text)) return read_item_file(text, names);
    // Who made a slip in a name meant no file.
    const bool corrected = std::string_view(no_list.what()).ends_with('?');
    if (corrected || text.find(',') != std::string::npos) throw;
    throw InvalidInput(fmt::format("{}; there is no such file either", no_list.what()));
  }
}

std::vector<Items> read_item_batches(const std::string& path, const ItemNames& names) {
  const std::string bytes = read_file_whole(path);
  std::string_view rest = text::without_byte_order_mark(bytes);
  std::vector<Items> batches;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = text::take_line(rest);
    if (text::trim(line).empty()) continue;
    ItemParser parser(names);
    parser.add_list(line, fmt::format("{}: line {}", path, number));
    batches.push_back(parser.items());
  }
  if (batches.empty()) throw InvalidInput(fmt::format("{}: there are no items in it", path));
  return batches;
}

}  // namespace holdfast
