#include "holdfast/documents/report_page.hpp"

#include <fmt/format.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"

namespace holdfast::documents {

std::string fill_page(const std::string& template_path, const std::string& json) {
  constexpr std::string_view place = R"(<script id="holdfast-data" type="application/json">)";
  constexpr std::string_view empty = "null";
  std::string page = read_file_whole(template_path);
  const auto found = page.find(place);
  if (found == std::string::npos || page.compare(found + place.size(), empty.size(), empty) != 0) {
    throw InvalidInput(fmt::format("{} is no template of the report page: it has no {}null",
                                   template_path, place));
  }
  std::string data;
  data.reserve(json.size());
  for (const char letter : json) {
    // So that no text in the data can end the script element.
    if (letter == '<') {
      data += "\\u003c";
    } else {
      data += letter;
    }
  }
  return page.replace(found + place.size(), empty.size(), data);
}

}  // namespace holdfast::documents
