#include "paper/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace holdfast::paper {
namespace {

constexpr double width = 640.0;
constexpr double height = 400.0;
constexpr double left = 68.0;
constexpr double right = 440.0;
constexpr double top = 44.0;
constexpr double bottom = 344.0;

/// Okabe and Ito's colours, which can be distinguished with any kind of colour vision.
constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                             "#000000", "#e69f00", "#56b4e9", "#7f7f7f"};
constexpr std::array dashes{"", "7 3", "2 2", "9 3 2 3", "", "7 3", "2 2", "9 3 2 3"};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += letter;
    }
  }
  return out;
}

std::string text_at(double x, double y, const std::string& text, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, escaped(text));
}

std::string opening(const std::string& title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" "
      "font-size=\"12\">\n<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"white\"/>\n",
      width, height, escaped(title));
}

/// Maps the numbers of one axis to places on the page.
struct Axis {
  double low;
  double high;
  double at_low;
  double at_high;

  double operator()(double value) const {
    return at_low + (value - low) / (high - low) * (at_high - at_low);
  }
};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// Not empty and not of width 0.
  Range settled() const {
    if (!(low <= high)) return {0.0, 1.0};
    if (low < high) return *this;
    const double half = low == 0.0 ? 1.0 : std::abs(low) / 2.0;
    return {low - half, high + half};
  }
};

std::string tick_label(double tick, double step) {
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return fmt::format("{:.{}f}", tick == 0.0 ? 0.0 : tick, decimals);
}

double step_of(const std::vector<double>& ticks) {
  return ticks.size() > 1 ? ticks[1] - ticks[0] : 1.0;
}

std::string axes(const Axis& x, const Axis& y, const std::string& x_label,
                 const std::string& y_label) {
  std::string out;
  const auto x_ticks = nice_ticks(x.low, x.high, 8);
  const auto y_ticks = nice_ticks(y.low, y.high, 6);
  for (const double tick : y_ticks) {
    out += fmt::format("<path d=\"M{} {:.1f}H{}\" stroke=\"#ddd\"/>\n", left, y(tick), right);
    out +=
        text_at(left - 6, y(tick) + 4, tick_label(tick, step_of(y_ticks)), "text-anchor=\"end\"");
  }
  for (const double tick : x_ticks) {
    out += fmt::format("<path d=\"M{:.1f} {}v5\" stroke=\"black\"/>\n", x(tick), bottom);
    out +=
        text_at(x(tick), bottom + 19, tick_label(tick, step_of(x_ticks)), "text-anchor=\"middle\"");
  }
  out += fmt::format("<path d=\"M{} {}V{}H{}\" fill=\"none\" stroke=\"black\"/>\n", left, top,
                     bottom, right);
  out += text_at((left + right) / 2, bottom + 40, x_label, "text-anchor=\"middle\"");
  out += fmt::format(
      "<text transform=\"translate(16 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      (top + bottom) / 2, escaped(y_label));
  return out;
}

std::string marker(std::size_t kind, double x, double y) {
  constexpr double r = 3.2;
  switch (kind % 4) {
    case 0: return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", x, y, r);
    case 1:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"/>", x - r,
                         y - r, 2 * r, 2 * r);
    case 2:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}h{}z\"/>", x, y - r - 0.8, r + 0.6,
                         2 * r + 0.6, -2 * r - 1.2);
    default:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}l{} {}l{} {}z\"/>", x, y - r - 1, r + 1,
                         r + 1, -r - 1, r + 1, -r - 1, -r - 1);
  }
}

double finite_or(double value, double instead) { return std::isfinite(value) ? value : instead; }

/// The interval of two trials is so wide that it would only hide other lines.
bool has_band(const Interval& value) { return value.n > 2; }

/// How far beyond the lines a band may reach, as a share of their range. Otherwise the wide
/// intervals of few trials would flatten the lines.
constexpr double band_reach = 0.4;

std::string curve(const Series& series, std::size_t kind, const Axis& x, const Axis& y) {
  if (series.points.empty()) return "";
  const char* colour = colours[kind % colours.size()];
  std::string line;
  std::string upper;
  std::string lower;
  std::string markers;
  for (const auto& [at, value] : series.points) {
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x(at), y(value.mean));
    const bool banded = has_band(value);
    const double high = banded ? std::min(finite_or(value.high, value.mean), y.high) : value.mean;
    const double low = banded ? std::max(finite_or(value.low, value.mean), y.low) : value.mean;
    upper += fmt::format("{}{:.1f} {:.1f}", upper.empty() ? "M" : "L", x(at), y(high));
    lower.insert(0, fmt::format("L{:.1f} {:.1f}", x(at), y(low)));
    markers += marker(kind, x(at), y(value.mean));
  }
  return fmt::format(
      "<path d=\"{0}{1}z\" fill=\"{2}\" fill-opacity=\"0.15\"/>\n<path d=\"{3}\" fill=\"none\" "
      "stroke=\"{2}\" stroke-width=\"1.6\" stroke-dasharray=\"{4}\"/>\n<g fill=\"{2}\">{5}</g>\n",
      upper, lower, colour, line, dashes[kind % dashes.size()], markers);
}

std::string legend(const std::vector<Series>& all) {
  constexpr double x = right + 14;
  double y = top + 8;
  std::string out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const char* colour = colours[i % colours.size()];
    out += fmt::format(
        "<path d=\"M{} {:.1f}h26\" stroke=\"{}\" stroke-width=\"1.6\" "
        "stroke-dasharray=\"{}\"/>\n<g fill=\"{}\">{}</g>\n",
        x, y, colour, dashes[i % dashes.size()], colour, marker(i, x + 13, y));
    out += text_at(x + 32, y + 4, all[i].label, "font-size=\"11\"");
    if (!all[i].gap.empty()) {
      y += 13;
      out += text_at(x + 32, y + 4, all[i].gap, "font-size=\"9\" fill=\"#555\"");
    }
    y += 19;
  }
  return out;
}

/// From white to blue: darker means more, in colour and in grey.
std::string shade(double part) {
  const double t = std::clamp(part, 0.0, 1.0);
  const auto mixed = [&](double light, double dark) {
    return static_cast<int>(std::lround(light + t * (dark - light)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(247, 8), mixed(251, 48), mixed(255, 107));
}

}  // namespace

std::vector<double> nice_ticks(double low, double high, int most) {
  const double raw = (high - low) / std::max(most, 1);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10.0 * power;
  for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (factor * power >= raw) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> ticks;
  const double slack = 1e-9 * step;
  for (double i = std::ceil((low - slack) / step); i * step <= high + slack; i += 1.0) {
    ticks.push_back(i * step);
  }
  return ticks;
}

std::string panel_svg(const Panel& panel) {
  Range xs;
  Range means;
  Range ys;
  for (const auto& series : panel.series) {
    for (const auto& [x, y] : series.points) {
      xs.include(x);
      means.include(y.mean);
      ys.include(y.mean);
      if (!has_band(y)) continue;
      ys.include(y.low);
      ys.include(y.high);
    }
  }
  xs = xs.settled();
  ys = ys.settled();
  if (means.low < means.high) {
    const double reach = band_reach * (means.high - means.low);
    ys = {std::max(ys.low, means.low - reach), std::min(ys.high, means.high + reach)};
  }
  const double air = 0.04 * (ys.high - ys.low);
  const Axis x{xs.low, xs.high, left + 8, right - 8};
  const Axis y{ys.low - air, ys.high + air, bottom, top};
  std::string out = opening(panel.group + ", " + panel.title + ": " + panel.y_label);
  out += text_at(left, 24, panel.group + ", " + panel.title, "font-size=\"14\"");
  out += axes(x, y, panel.x_label, panel.y_label);
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    out += curve(panel.series[i], i, x, y);
  }
  return out + legend(panel.series) + "</svg>\n";
}

std::string heat_map_svg(const HeatMap& map) {
  double most = 0.0;
  for (const auto& row : map.values) most = std::max(most, *std::ranges::max_element(row));
  const Axis x{map.xs.front(), map.xs.back(), left, right};
  const Axis y{map.ys.front(), map.ys.back(), bottom, top};
  const double cell_width = (right - left) / static_cast<double>(map.xs.size());
  const double cell_height = (bottom - top) / static_cast<double>(map.ys.size());
  std::string out = opening(map.title);
  out += text_at(left, 24, map.title, "font-size=\"14\"");
  for (std::size_t j = 0; j < map.ys.size(); ++j) {
    for (std::size_t i = 0; i < map.xs.size(); ++i) {
      out += fmt::format(
          "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n",
          left + cell_width * static_cast<double>(i),
          bottom - cell_height * static_cast<double>(j + 1), cell_width + 0.1, cell_height + 0.1,
          shade(map.values[j][i] / most));
    }
  }
  out += axes(x, y, "gamma", "theta");
  out += fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"none\" stroke=\"#d55e00\" "
      "stroke-width=\"2\"/>\n",
      x(map.marked_x), y(map.marked_y));
  out += text_at(right + 14, y(map.marked_y) + 4, map.mark);
  for (int i = 0; i <= 10; ++i) {
    const double part = i / 10.0;
    const double at = bottom - 20.0 * i;
    out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"18\" height=\"20\" fill=\"{}\"/>\n",
                       right + 20, at - 20, shade(part));
    if (i % 2 == 0) out += text_at(right + 44, at - 6, fmt::format("{:.3f}", part * most));
  }
  return out + "</svg>\n";
}

}  // namespace holdfast::paper
