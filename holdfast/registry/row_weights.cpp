#include "holdfast/registry/row_weights.hpp"

#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast::registry {
namespace {

template <class Entry>
void keep(std::vector<Entry>& entries, const std::vector<std::size_t>& rows) {
  std::vector<Entry> kept;
  kept.reserve(rows.size());
  for (const std::size_t row : rows) kept.push_back(std::move(entries[row]));
  entries = std::move(kept);
}

Matrix rows_of(const Matrix& matrix, const std::vector<std::size_t>& rows) {
  std::vector<double> numbers;
  numbers.reserve(rows.size() * matrix.cols());
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    for (const std::size_t row : rows) numbers.push_back(matrix(row, j));
  }
  return {rows.size(), matrix.cols(), std::move(numbers)};
}

SparseMatrix rows_of(const SparseMatrix& matrix, const std::vector<std::size_t>& rows) {
  std::vector<std::int32_t> place(matrix.rows(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = static_cast<std::int32_t>(i);
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> indices;
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto where = matrix.column_rows(j);
    const auto what = matrix.column_values(j);
    for (std::size_t p = 0; p < where.size(); ++p) {
      const std::int32_t to = place[static_cast<std::size_t>(where[p])];
      if (to < 0) continue;
      indices.push_back(to);
      values.push_back(what[p]);
    }
    starts.push_back(std::ssize(values));
  }
  return {rows.size(), matrix.cols(), std::move(starts), std::move(indices), std::move(values)};
}

std::size_t row_count(const ObjectiveInputs& inputs) {
  return std::visit([](const auto& matrix) { return matrix.rows(); }, inputs.matrices.at("data"));
}

}  // namespace

Option row_weights_option() {
  return {.name = "row-weights",
          .kind = OptionKind::file,
          .help =
              "one number >= 0 per row of the data, which then counts like that many rows; all "
              "weigh 1 if not given"};
}

std::vector<double> take_row_weights(ObjectiveInputs& inputs) {
  const auto given = inputs.vectors.find("row-weights");
  if (given == inputs.vectors.end()) return {};
  std::vector<double> weights = std::move(given->second);
  inputs.vectors.erase(given);
  require<InvalidInput>(weights.size() == row_count(inputs),
                        "there are {} row weights for {} rows: one per row is needed",
                        weights.size(), row_count(inputs));
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    require<InvalidInput>(weights[i] >= 0.0 && std::isfinite(weights[i]),
                          "row {} has weight {}: a weight must be a number >= 0", i, weights[i]);
    if (weights[i] > 0.0) rows.push_back(i);
  }
  require<InvalidInput>(!rows.empty(), "all row weights are 0: at least one row must count");
  if (rows.size() == weights.size()) return weights;
  keep(weights, rows);
  for (const char* name : {"data", "target"}) {
    const auto matrix = inputs.matrices.find(name);
    if (matrix == inputs.matrices.end()) continue;
    std::visit([&](auto& all) { all = rows_of(all, rows); }, matrix->second);
  }
  const auto target = inputs.vectors.find("target");
  if (target != inputs.vectors.end()) keep(target->second, rows);
  if (!inputs.labels.empty()) keep(inputs.labels, rows);
  return weights;
}

}  // namespace holdfast::registry
