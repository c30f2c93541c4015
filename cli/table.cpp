#include "cli/table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace holdfast::cli {
namespace {

constexpr std::size_t gap = 2;
/// A column that folds keeps at least this many cells.
constexpr std::size_t narrowest = 8;

std::string painted(std::string_view text, Paint paint, const Style& style) {
  switch (paint) {
    case Paint::bold:
      return style.bold(text);
    case Paint::dim:
      return style.dim(text);
    case Paint::red:
      return style.red(text);
    case Paint::green:
      return style.green(text);
    case Paint::none:
      break;
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
  std::size_t excess = style.narrow && total > style.width ? total - style.width : 0;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (!columns_[j].folds || widths[j] <= narrowest) continue;
    const std::size_t given = std::min(excess, widths[j] - narrowest);
    widths[j] -= given;
    excess -= given;
  }
  return widths;
}

std::string Table::row(const std::vector<Cell>& cells, const std::vector<std::size_t>& widths,
                       const Style& style) const {
  std::vector<std::vector<std::string>> pieces;
  std::size_t height = 1;
  for (std::size_t j = 0; j < cells.size(); ++j) {
    pieces.push_back(folded(cells[j].text, widths[j], style));
    height = std::max(height, pieces.back().size());
  }
  std::string out;
  for (std::size_t line = 0; line < height; ++line) {
    std::string spaces;
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const std::string text = line < pieces[j].size() ? pieces[j][line] : std::string();
      const std::size_t room = widths[j] - std::min(widths[j], display_width(text));
      spaces += std::string(gap, ' ');
      if (columns_[j].align == Align::right) spaces += std::string(room, ' ');
      if (!text.empty()) {
        out += spaces + painted(text, cells[j].paint, style);
        spaces.clear();
      }
      if (columns_[j].align == Align::left) spaces += std::string(room, ' ');
    }
    out += "\n";
  }
  return out;
}

std::string Table::rendered(const Style& style) const {
  std::vector<Cell> titles;
  for (const auto& column : columns_) titles.push_back({column.title, Paint::dim});
  return row(titles, widths(style), style) + without_titles(style);
}

std::string Table::without_titles(const Style& style) const {
  const auto wide = widths(style);
  std::string out;
  for (const auto& cells : rows_) out += row(cells, wide, style);
  return out;
}

}  // namespace holdfast::cli
