#include "holdfast/documents/report_parts.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <cmath>
#include <ctime>
#include <fstream>
#include <thread>
#include <utility>

#include "holdfast/registry/registry.hpp"

namespace holdfast::documents {
namespace {

using Json = nlohmann::ordered_json;

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const auto at = line.find(": ");
    if (at != std::string::npos) return line.substr(at + 2);
  }
  return "unknown processor";
}

std::string system_name() {
  utsname names{};
  if (uname(&names) != 0) return "unknown system";
  return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  return fmt::format("{:%Y-%m-%d}", parts);
}

}  // namespace

Json panel_json(const Panel& panel) {
  Json series = Json::array();
  for (const auto& one : panel.series) {
    Json points = Json::array();
    for (const auto& [x, y] : one.points) {
      const bool known = std::isfinite(y.low) && std::isfinite(y.high);
      points.push_back({{"x", x},
                        {"mean", y.mean},
                        {"low", known ? y.low : y.mean},
                        {"high", known ? y.high : y.mean},
                        {"n", y.n}});
    }
    series.push_back({{"name", one.name},
                      {"label", one.label},
                      {"points", std::move(points)},
                      {"gap", one.gap.empty() ? Json(nullptr) : Json(one.gap)}});
  }
  return {{"id", panel.id},
          {"figure", panel.figure},
          {"group", panel.group},
          {"title", panel.title},
          {"x", {{"label", panel.x_label}, {"name", panel.x_label}}},
          {"y", {{"label", panel.y_label}, {"kind", panel.is_score ? "score" : "objective"}}},
          {"note", panel.note},
          {"data", panel.data},
          {"look_for", panel.look_for},
          {"claims", panel.claims},
          {"series", std::move(series)},
          {"beyond", nullptr}};
}

Json made_json(const std::string& command, std::uint64_t seed, int threads) {
  return {{"version", registry::version()},
          {"seed", seed},
          {"trials", 0},
          {"beyond_trials", 0},
          {"quick", false},
          {"command", command},
          {"date", today()},
          {"seconds", nullptr},
          {"machine",
           {{"cpu", processor_name()},
            {"cores", std::thread::hardware_concurrency()},
            {"threads", threads},
            {"system", system_name()},
            {"compiler", __VERSION__}}}};
}

}  // namespace holdfast::documents
