#include "holdfast/data/sparse_entries.hpp"

#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

/// Where each key begins if entries are put into the order of their keys.
std::vector<std::int64_t> starts_of(const std::vector<std::int32_t>& keys, std::size_t count) {
  std::vector<std::int64_t> starts(count + 1, 0);
  for (const std::int32_t key : keys) ++starts[static_cast<std::size_t>(key) + 1];
  for (std::size_t key = 0; key < count; ++key) starts[key + 1] += starts[key];
  return starts;
}

/// Puts entries into the order of their keys and keeps the order of those with the same key.
void sort_by(const std::vector<std::int32_t>& keys, std::vector<std::int64_t> next,
             std::vector<std::int32_t>& others, std::vector<double>& values) {
  std::vector<std::int32_t> other(others.size());
  std::vector<double> value(values.size());
  for (std::size_t e = 0; e < keys.size(); ++e) {
    const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(keys[e])]++);
    other[at] = others[e];
    value[at] = values[e];
  }
  others = std::move(other);
  values = std::move(value);
}

std::vector<std::int32_t> keys_of(const std::vector<std::int64_t>& starts) {
  std::vector<std::int32_t> keys(static_cast<std::size_t>(starts.back()));
  for (std::size_t key = 0; key + 1 < starts.size(); ++key) {
    for (auto e = starts[key]; e < starts[key + 1]; ++e)
      keys[static_cast<std::size_t>(e)] = static_cast<std::int32_t>(key);
  }
  return keys;
}

/// Adds up neighbours of the same row.
void merge_cells(std::vector<std::int64_t>& starts, std::vector<std::int32_t>& rows,
                 std::vector<double>& values) {
  std::size_t kept = 0;
  for (std::size_t j = 0; j + 1 < starts.size(); ++j) {
    const auto begin = static_cast<std::size_t>(starts[j]);
    const auto end = static_cast<std::size_t>(starts[j + 1]);
    const std::size_t first = kept;
    for (std::size_t e = begin; e < end; ++e) {
      if (kept > first && rows[kept - 1] == rows[e]) {
        values[kept - 1] += values[e];
        continue;
      }
      rows[kept] = rows[e];
      values[kept++] = values[e];
    }
    starts[j] = static_cast<std::int64_t>(first);
  }
  starts.back() = static_cast<std::int64_t>(kept);
  rows.resize(kept);
  values.resize(kept);
}

}  // namespace

SparseMatrix to_columns(SparseEntries entries) {
  // By rows, then by columns: the second sort keeps the order of the first.
  auto by_row = starts_of(entries.row_of, entries.rows);
  sort_by(entries.row_of, by_row, entries.column_of, entries.values);
  entries.row_of = keys_of(by_row);
  auto starts = starts_of(entries.column_of, entries.cols);
  sort_by(entries.column_of, starts, entries.row_of, entries.values);
  merge_cells(starts, entries.row_of, entries.values);
  return {entries.rows, entries.cols, std::move(starts), std::move(entries.row_of),
          std::move(entries.values)};
}

SparseMatrix columns_of_neighbors(std::size_t items, std::size_t rows,
                                  std::span<const std::int32_t> neighbors,
                                  std::span<const double> values) {
  std::vector<std::int64_t> starts(items + 1, 0);
  for (const std::int32_t item : neighbors) {
    if (item >= 0) ++starts[static_cast<std::size_t>(item) + 1];
  }
  for (std::size_t j = 0; j < items; ++j) starts[j + 1] += starts[j];
  std::vector<std::int32_t> row_of(static_cast<std::size_t>(starts.back()));
  std::vector<double> numbers(row_of.size());
  std::vector<std::int64_t> next = starts;
  const std::size_t per_row = rows == 0 ? 0 : neighbors.size() / rows;
  for (std::size_t e = 0; e < neighbors.size(); ++e) {
    if (neighbors[e] < 0) continue;
    const auto item = static_cast<std::size_t>(neighbors[e]);
    const auto row = static_cast<std::int32_t>(e / per_row);
    const auto at = static_cast<std::size_t>(next[item]++);
    const bool twice = at > static_cast<std::size_t>(starts[item]) && row_of[at - 1] == row;
    require<InvalidInput>(!twice, "row {} has item {} twice among its neighbours", row, item);
    row_of[at] = row;
    numbers[at] = values[e];
  }
  return {rows, items, std::move(starts), std::move(row_of), std::move(numbers)};
}

SparseMatrix chosen_columns(const SparseMatrix& matrix, const std::vector<std::size_t>& columns) {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;
  for (const std::size_t j : columns) {
    rows.insert(rows.end(), matrix.column_rows(j).begin(), matrix.column_rows(j).end());
    values.insert(values.end(), matrix.column_values(j).begin(), matrix.column_values(j).end());
    starts.push_back(static_cast<std::int64_t>(rows.size()));
  }
  return {matrix.rows(), columns.size(), std::move(starts), std::move(rows), std::move(values)};
}

std::vector<double> dense_column(const SparseMatrix& matrix, std::size_t column) {
  std::vector<double> numbers(matrix.rows(), 0.0);
  const auto rows = matrix.column_rows(column);
  for (std::size_t p = 0; p < rows.size(); ++p)
    numbers[static_cast<std::size_t>(rows[p])] = matrix.column_values(column)[p];
  return numbers;
}

}  // namespace holdfast
