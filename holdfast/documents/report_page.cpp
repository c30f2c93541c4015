#include "holdfast/documents/report_page.hpp"

#include <fmt/format.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/documents/report_parts.hpp"

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

std::string curve_report_json(const tasks::BuiltObjective& built, const Problem& problem,
                              const tasks::CurveResult& result, const Run& run,
                              const std::string& command) {
  Panel panel;
  panel.id = "curve";
  panel.group = "Value left";
  panel.title = fmt::format("k = {}, prepared for tau = {}", problem.k, problem.tau);
  panel.x_label = "deletions";
  panel.y_label = "value left after the worst deletion found";
  for (const auto& curve : result.curves) {
    Series series{curve.algorithm.owner(), curve.algorithm.owner(), {}, ""};
    for (std::size_t tau = 0; tau < curve.worst.size(); ++tau) {
      const double value = curve.worst[tau].value;
      series.points.push_back({static_cast<double>(tau), {value, value, value, 1}});
    }
    panel.series.push_back(std::move(series));
  }
  const nlohmann::ordered_json report{
      {"schema", "holdfast.report/1"},
      {"kind", "curve"},
      {"title", "What is left after deletions"},
      {"subtitle", fmt::format("{}, {} items", built.objective->name(), built.objective->size())},
      {"made", made_json(command, run.seed(), run.threads())},
      {"panels", {panel_json(panel)}},
      {"heatmap", nullptr},
      {"claims", nlohmann::ordered_json::array()},
      {"pixels", nlohmann::ordered_json::array()},
      {"adversaries", nlohmann::ordered_json::array()},
      {"beyond", nlohmann::ordered_json::array()},
      {"tables", nlohmann::ordered_json::array()},
      {"reading", nlohmann::ordered_json::array()}};
  return report.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace holdfast::documents
