#pragma once

#include <string>
#include <vector>

#include "cli/terminal.hpp"

namespace holdfast::cli {

/// How a cell is painted, on a terminal with colours.
enum class Paint { none, bold, dim, red, green };

struct Cell {
  std::string text;
  Paint paint = Paint::none;
};

/// Rows of cells under titles, each column as wide as its widest cell.
class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::left;
    bool folds = false;  ///< gives way, over several lines, where the table would be too wide
  };

  explicit Table(std::vector<Column> columns);

  void add_row(std::vector<Cell> cells);
  /// Lines that end with a line break, indented by two spaces, nothing behind the last cell. No
  /// cell is cut.
  std::string rendered(const Style& style) const;
  std::string without_titles(const Style& style) const;

 private:
  std::vector<std::size_t> widths(const Style& style) const;
  std::string row(const std::vector<Cell>& cells, const std::vector<std::size_t>& widths,
                  const Style& style) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace holdfast::cli
