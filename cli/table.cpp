#include "cli/table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace holdfast::cli {
namespace {

constexpr std::size_t gap = 2;
/// A column that shrinks keeps at least this many cells.
constexpr std::size_t narrowest = 8;

std::string painted(std::string_view text, Paint paint, const Style& style) {
  switch (paint) {
    case Paint::bold: return style.bold(text);
    case Paint::dim: return style.dim(text);
    case Paint::red: return style.red(text);
    case Paint::green: return style.green(text);
    case Paint::none: break;
  }
  return std::string(text);
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add_row(std::vector<Cell> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths(const Style& style) const {
  std::vector<std::size_t> widths;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    std::size_t widest = display_width(columns_[j].title);
    for (const auto& row : rows_) widest = std::max(widest, display_width(row[j].text));
    widths.push_back(widest);
  }
  const std::size_t total = std::accumulate(widths.begin(), widths.end(), gap * columns_.size());
  std::size_t excess = total > style.width ? total - style.width : 0;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (!columns_[j].shrinks || widths[j] <= narrowest) continue;
    const std::size_t given = std::min(excess, widths[j] - narrowest);
    widths[j] -= given;
    excess -= given;
  }
  return widths;
}

std::string Table::line(const std::vector<Cell>& cells, const std::vector<std::size_t>& widths,
                        const Style& style) const {
  std::string out;
  std::string spaces;
  for (std::size_t j = 0; j < cells.size(); ++j) {
    const std::string text = fitted(cells[j].text, widths[j], style);
    const std::size_t room = widths[j] - std::min(widths[j], display_width(text));
    spaces += std::string(gap, ' ');
    if (columns_[j].align == Align::right) spaces += std::string(room, ' ');
    if (!text.empty()) {
      out += spaces + painted(text, cells[j].paint, style);
      spaces.clear();
    }
    if (columns_[j].align == Align::left) spaces += std::string(room, ' ');
  }
  return out + "\n";
}

std::string Table::rendered(const Style& style) const {
  const auto wide = widths(style);
  std::vector<Cell> titles;
  for (const auto& column : columns_) titles.push_back({column.title, Paint::dim});
  std::string out = line(titles, wide, style);
  for (const auto& row : rows_) out += line(row, wide, style);
  return out;
}

}  // namespace holdfast::cli
