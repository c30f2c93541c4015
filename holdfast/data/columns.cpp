#include "holdfast/data/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/sparse_entries.hpp"
#include "holdfast/data/suggestion.hpp"
#include "holdfast/data/text.hpp"
#include "holdfast/data/write.hpp"

namespace holdfast {
namespace {

std::string list_of_names(std::span<const std::string> names) {
  constexpr std::size_t shown_at_most = 8;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), shown_at_most); ++i) {
    list += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > shown_at_most) list += fmt::format(", ... ({} in all)", names.size());
  return list;
}

std::size_t find_column(std::span<const std::string> names, const std::string& wanted,
                        const std::string& path, const char* role) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const auto position = text::parse_index(wanted);
  if (position && *position < names.size()) return *position;
  std::string hint = did_you_mean(wanted, names);
  if (hint.empty()) {
    hint = fmt::format("; the columns are {}; a position lies between 0 and {}",
                       list_of_names(names), names.size() - 1);
  }
  throw InvalidInput(
      fmt::format("{}: there is no column {} {}{}", path, text::excerpt(wanted), role, hint));
}

std::string label_text(double number) {
  return format_number(number == 0.0 ? 0.0 : number);  // one class for 0 and -0
}

/// Rows in which every used number is finite. Under Missing::error all must be.
std::vector<std::size_t> complete_rows(const Matrix& numbers, std::span<const std::string> names,
                                       const ColumnChoice& choice, Missing missing,
                                       const std::string& path, std::size_t first_row) {
  std::vector<bool> incomplete(numbers.rows(), false);
  std::string first_reason;
  const auto inspect = [&](std::size_t j) {
    for (std::size_t i = 0; i < numbers.rows(); ++i) {
      if (std::isfinite(numbers(i, j))) continue;
      incomplete[i] = true;
      if (first_reason.empty())
        first_reason =
            fmt::format("row {}, column {} is {}", first_row + i, names[j], numbers(i, j));
    }
  };
  for (const std::size_t j : choice.kept) inspect(j);
  if (choice.target) inspect(*choice.target);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < numbers.rows(); ++i) {
    if (!incomplete[i]) rows.push_back(i);
  }
  if (missing == Missing::error && rows.size() < numbers.rows()) {
    throw UnusableCell(fmt::format("{}: {}; every number must be finite", path, first_reason),
                       {.drop = rows.empty() ? 0 : numbers.rows() - rows.size()});
  }
  if (rows.empty()) fail_all_dropped(path, first_reason, numbers.rows());
  return rows;
}

std::vector<double> take_rows(std::span<const double> column, std::span<const std::size_t> rows) {
  std::vector<double> taken;
  taken.reserve(rows.size());
  for (const std::size_t i : rows) taken.push_back(column[i]);
  return taken;
}

}  // namespace

ColumnChoice choose_columns(std::span<const std::string> names, const TableOptions& options,
                            const std::string& path) {
  const auto marked = [&](const std::vector<std::string>& columns, const char* role) {
    std::vector<bool> marks(names.size(), false);
    for (const auto& column : columns) marks[find_column(names, column, path, role)] = true;
    return marks;
  };
  const auto contradiction = [&](std::size_t column, const char* what) {
    throw InvalidInput(
        fmt::format("{}: column {} cannot be {}", path, text::excerpt(names[column]), what));
  };
  const auto ignored = marked(options.ignore, "to ignore");
  const auto wanted = marked(options.columns, "to choose from");
  ColumnChoice choice;
  if (options.target) {
    choice.target = find_column(names, *options.target, path, "for the target");
    if (ignored[*choice.target]) contradiction(*choice.target, "the target and be ignored");
    if (wanted[*choice.target]) contradiction(*choice.target, "the target and be chosen from");
  }
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (wanted[j] && ignored[j]) contradiction(j, "chosen from and be ignored");
    const bool asked = options.columns.empty() || wanted[j];
    if (asked && !ignored[j] && j != choice.target) choice.kept.push_back(j);
  }
  if (choice.kept.empty()) {
    throw InvalidInput(fmt::format(
        "{}: no column is left to choose from; it has {} in all, one or more must be neither "
        "target nor ignored",
        path, names.size()));
  }
  return choice;
}

std::vector<std::string> chosen_names(std::span<const std::string> names,
                                      const ColumnChoice& choice) {
  std::vector<std::string> chosen;
  chosen.reserve(choice.kept.size());
  for (const std::size_t j : choice.kept) chosen.push_back(names[j]);
  return chosen;
}

Matrix matrix_from_rows(std::size_t rows, std::size_t cols, std::vector<double> row_major) {
  if (rows == 1 || cols == 1) return Matrix(rows, cols, std::move(row_major));
  std::vector<double> column_major(row_major.size());
  // In tiles, since one of the two sides is always walked across.
  constexpr std::size_t tile = 32;
  for (std::size_t first_row = 0; first_row < rows; first_row += tile) {
    const std::size_t last_row = std::min(first_row + tile, rows);
    for (std::size_t first_col = 0; first_col < cols; first_col += tile) {
      const std::size_t last_col = std::min(first_col + tile, cols);
      for (std::size_t j = first_col; j < last_col; ++j) {
        for (std::size_t i = first_row; i < last_row; ++i) {
          column_major[j * rows + i] = row_major[i * cols + j];
        }
      }
    }
  }
  return Matrix(rows, cols, std::move(column_major));
}

std::vector<std::string> numbered_names(std::size_t count) {
  std::vector<std::string> names;
  names.reserve(count);
  for (std::size_t j = 0; j < count; ++j) names.push_back(fmt::format("x{}", j));
  return names;
}

Target target_from_numbers(std::string name, TargetKind kind, std::vector<double> numbers) {
  Target target{std::move(name), std::move(numbers), {}};
  if (kind == TargetKind::label) {
    target.labels.reserve(target.numbers.size());
    for (const double number : target.numbers) target.labels.push_back(label_text(number));
  }
  return target;
}

Target target_from_texts(std::string name, TargetKind kind, std::vector<std::string> cells) {
  std::vector<double> numbers;
  numbers.reserve(cells.size());
  for (const auto& cell : cells) {
    const auto number = text::parse_number(cell);
    if (!number) return {std::move(name), {}, std::move(cells)};
    numbers.push_back(*number);
  }
  return target_from_numbers(std::move(name), kind, std::move(numbers));
}

Table table_from_numbers(FileFormat format, const Matrix& numbers, const TableOptions& options,
                         const std::string& path, std::size_t first_row) {
  const auto names = numbered_names(numbers.cols());
  const auto choice = choose_columns(names, options, path);
  const auto rows = complete_rows(numbers, names, choice, options.missing, path, first_row);
  Table table;
  table.format = format;
  table.column_names = chosen_names(names, choice);
  for (std::size_t row = 0, next = 0; row < numbers.rows(); ++row) {
    if (next < rows.size() && rows[next] == row) {
      ++next;
    } else {
      table.dropped_rows.push_back(row);
    }
  }
  if (choice.target) {
    table.target = target_from_numbers(names[*choice.target], options.target_kind,
                                       take_rows(numbers.column(*choice.target), rows));
  }
  if (table.dropped_rows.empty() && choice.kept.size() == numbers.cols()) {
    table.dense = numbers;
    return table;
  }
  std::vector<double> kept;
  kept.reserve(rows.size() * choice.kept.size());
  for (const std::size_t j : choice.kept) {
    for (const std::size_t i : rows) kept.push_back(numbers(i, j));
  }
  table.dense = Matrix(rows.size(), choice.kept.size(), std::move(kept));
  return table;
}

Table table_from_sparse(FileFormat format, const SparseMatrix& numbers, const TableOptions& options,
                        const std::string& path) {
  require_finite(numbers, path.c_str());
  const auto names = numbered_names(numbers.cols());
  const auto choice = choose_columns(names, options, path);
  Table table;
  table.format = format;
  table.is_sparse = true;
  table.column_names = chosen_names(names, choice);
  table.sparse =
      choice.kept.size() == numbers.cols() ? numbers : chosen_columns(numbers, choice.kept);
  if (choice.target) {
    table.target = target_from_numbers(names[*choice.target], options.target_kind,
                                       dense_column(numbers, *choice.target));
  }
  return table;
}

void fail_all_dropped(const std::string& path, const std::string& first_reason, std::size_t rows,
                      Remedies remedies) {
  throw NoCompleteRow(
      fmt::format("{}: no row is complete; the first reason: {}", path, first_reason), rows,
      std::move(remedies));
}

}  // namespace holdfast
