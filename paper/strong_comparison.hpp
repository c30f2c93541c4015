#pragma once

#include "paper/results.hpp"

/// The comparison in which `strong` judges everything and the library's own methods take part.
namespace holdfast::paper {

/// How much more one judge leaves of the same sets than another: their values' ratio, less 1.
struct Excess {
  double mean = 0.0;
  double largest = 0.0;
  std::size_t runs = 0;
};

/// By how much the paper's four adversaries overstate the worst case of a method's sets on a panel.
struct Overstatement {
  std::string panel;  ///< "linear regression, tau = 10"
  std::string method;
  Excess over_strong;
  std::optional<Excess> over_searched;  ///< over what branch and bound found
  /// Of what branch and bound found, how much it proved to be left by every deletion; mean.
  std::optional<double> proven;
};

std::vector<Overstatement> find_overstatements(const Results& results);

/// The library's own methods and the best of the paper's in one cell; means over the trials.
struct Comparison {
  struct Value {
    std::string method;
    double worst = 0.0;  ///< under `strong`
    std::optional<double> score;
  };

  std::string panel;
  std::string figure;
  Cell cell;
  Value best_of_paper;  ///< the one with the largest worst case
  Value beta_path;
  Value robust_swap;
};

std::vector<Comparison> compare_with_paper(const Results& results);

/// All cells of a panel: relative gains over the best of the paper's methods.
struct PanelGain {
  std::string panel;
  std::size_t cells = 0;
  std::size_t path_no_worse = 0;  ///< cells where beta-path is no worse than the best of the paper
  std::size_t swap_no_worse = 0;  ///< cells where robust-swap is no worse than beta-path
  double beta_path = 0.0;         ///< mean gain
  double robust_swap = 0.0;       ///< mean gain
  double least = 0.0;             ///< of robust-swap
  double largest = 0.0;           ///< of robust-swap
  /// Mean scores on test rows of what `strong` leaves: the best of the paper's (by worst case),
  /// beta-path's, robust-swap's; empty if there are none.
  std::vector<double> scores;
};

std::vector<PanelGain> gains_by_panel(const Results& results);

/// A table of words and numbers, ready to be shown.
struct TextTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// The gain of each panel over the best method of the paper, then by how much the four adversaries
/// overstate, under `strong` and under branch and bound. Empty if nothing was judged.
std::vector<TextTable> strong_tables(const Results& results);

/// The tables as Markdown.
std::string tables_markdown(const std::vector<TextTable>& tables);

/// One line for each cell.
std::string comparisons_csv(const std::vector<Comparison>& comparisons);

}  // namespace holdfast::paper
