#include "paper/tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "holdfast/data/write.hpp"

namespace holdfast::paper {
namespace {

std::string escaped_for_latex(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\\') {
      out += "\\textbackslash{}";
    } else if (letter == '^') {
      out += "\\textasciicircum{}";
    } else {
      if (std::string_view("&%$#_{}").find(letter) != std::string_view::npos) out += '\\';
      out += letter;
    }
  }
  return out;
}

const Point* point_at(const Series& series, double x) {
  for (const auto& point : series.points) {
    if (point.x == x) return &point;
  }
  return nullptr;
}

std::string latex_cell(const Point* point) {
  if (point == nullptr) return "--";
  const auto& [mean, low, high, n] = point->y;
  const int decimals = std::abs(mean) >= 100.0 ? 1 : std::abs(mean) >= 1.0 ? 2 : 4;
  if (!std::isfinite(high)) return fmt::format("${:.{}f}$", mean, decimals);
  return fmt::format("${:.{}f} \\pm {:.{}f}$", mean, decimals, (high - low) / 2.0, decimals);
}

std::string latex_table(const Panel& panel) {
  std::set<double> xs;
  std::string columns = "r";
  std::string header = escaped_for_latex(panel.x_label);
  for (const auto& series : panel.series) {
    for (const auto& point : series.points) xs.insert(point.x);
    columns += "r";
    header += " & " + escaped_for_latex(series.label);
  }
  std::string out = fmt::format(
      "\\begin{{table}}\n\\caption{{{}, {}: {}. Mean and half width of the 95\\,\\% "
      "interval.}}\n\\label{{tab:{}}}\n\\begin{{tabular}}{{{}}}\n\\toprule\n{} \\\\\n\\midrule\n",
      escaped_for_latex(panel.group), escaped_for_latex(panel.title),
      escaped_for_latex(panel.y_label), panel.id, columns, header);
  for (const double x : xs) {
    out += format_number(x);
    for (const auto& series : panel.series) out += " & " + latex_cell(point_at(series, x));
    out += " \\\\\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n\\end{table}\n\n";
}

/// Empty for the infinite interval of a single trial.
std::string number_or_empty(double value) {
  return std::isfinite(value) ? format_number(value) : "";
}

}  // namespace

std::string numbers_csv(const std::vector<Panel>& panels) {
  std::string out = "panel,algorithm,label,x,mean,low,high,n\n";
  for (const auto& panel : panels) {
    for (const auto& series : panel.series) {
      for (const auto& [x, y] : series.points) {
        out += fmt::format("{},{},{},{},{},{},{},{}\n", panel.id, series.name,
                           quote_csv_field(series.label), format_number(x), format_number(y.mean),
                           number_or_empty(y.low), number_or_empty(y.high), y.n);
      }
    }
  }
  return out;
}

std::string numbers_latex(const std::vector<Panel>& panels) {
  std::string out = "% Needs \\usepackage{booktabs}.\n\n";
  for (const auto& panel : panels) out += latex_table(panel);
  return out;
}

std::string claims_markdown(const std::vector<Claim>& claims, std::size_t trials) {
  const std::string few = caution(trials);
  std::string out =
      few.empty() ? "| | claim | where | verdict | by the first rule | decided by |\n"
                    "|---|---|---|---|---|---|\n"
                  : few + "\n\n| | claim | where | verdict | decided by |\n|---|---|---|---|---|\n";
  const auto row = [&](const std::string& begin, const Judgement& judgement) {
    const auto first =
        few.empty() ? fmt::format(" {} |", to_string(judgement.first_rule)) : std::string();
    out += fmt::format("| {} | **{}** |{} {} |\n", begin, to_string(judgement.verdict), first,
                       judgement.evidence);
  };
  for (const auto& claim : claims) {
    row(fmt::format("{} | {} | {}", claim.number, claim.text, claim.where), claim.judgement);
    if (claim.second) row(fmt::format(" | {} | ", claim.second->label), *claim.second);
  }
  return out;
}

}  // namespace holdfast::paper
