#pragma once

#include <cstdint>
#include <span>

#include "holdfast/linalg/tree_sum.hpp"

namespace holdfast {

/// Sum of term(row, value) over a column of which some rows are given, ascending, block by block.
template <class Term>
double sum_over_entries(std::span<const std::int32_t> rows, std::span<const double> values,
                        const Term& term) {
  linalg::TreeSum total;
  std::size_t block = 0;
  double of_block = 0.0;
  for (std::size_t p = 0; p < rows.size(); ++p) {
    const auto i = static_cast<std::size_t>(rows[p]);
    if (i / linalg::rows_per_block != block) {
      total.add(block, of_block);
      block = i / linalg::rows_per_block;
      of_block = 0.0;
    }
    of_block += term(i, values[p]);
  }
  total.add(block, of_block);
  return total.total();
}

/// Sum of term(row) over all rows, each block from its first row to its last.
template <class Term>
double sum_in_blocks(std::size_t count, const Term& term) {
  linalg::TreeSum total;
  for (std::size_t first = 0; first < count; first += linalg::rows_per_block) {
    double of_block = 0.0;
    for (std::size_t i = first; i < count && i < first + linalg::rows_per_block; ++i)
      of_block += term(i);
    total.add(first / linalg::rows_per_block, of_block);
  }
  return total.total();
}

}  // namespace holdfast
