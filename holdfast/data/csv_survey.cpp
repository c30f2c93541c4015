#include "holdfast/data/csv_survey.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/csv_scanner.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

/// A text column with more different entries than this holds no classes.
constexpr std::size_t most_classes = 100;

bool is_number(const CsvField& field) { return text::parse_number(field.text).has_value(); }

/// Calls visit(record) for each row, up to one that is broken.
template <class Visit>
void for_each_row(std::string_view bytes, bool header, std::size_t width, const Visit& visit) {
  const std::string nowhere;  // nobody sees the message
  CsvScanner scanner(bytes, detect_delimiter(bytes), nowhere);
  std::vector<CsvField> record;
  try {
    for (bool skip = header; scanner.next(record);) {
      const bool blank = record.size() == 1 && record.front().text.empty();
      if (blank && width > 1) continue;
      if (record.size() != width) return;
      if (!skip) visit(record);
      skip = false;
    }
  } catch (const InvalidInput&) {
    return;
  }
}

/// How many classes a column of text holds; 0 if its entries rather look like names or dates.
std::size_t classes_in(std::string_view bytes, bool header, std::size_t width, std::size_t column) {
  std::set<std::string, std::less<>> labels;
  std::size_t rows = 0;
  for_each_row(bytes, header, width, [&](const std::vector<CsvField>& record) {
    const auto label = record[column].text;
    if (label.empty()) return;
    ++rows;
    if (labels.size() <= most_classes) labels.emplace(label);
  });
  const bool repeats = labels.size() < rows && labels.size() <= most_classes;
  return repeats && labels.size() > 1 ? labels.size() : 0;
}

}  // namespace

Remedies remedies_for(const BadCell& cell, std::string_view bytes, bool header,
                      const ColumnChoice& choice, std::span<const std::string> names,
                      TargetKind target_kind) {
  const std::size_t width = names.size();
  std::vector<bool> numeric(width, false);
  for_each_row(bytes, header, width, [&](const std::vector<CsvField>& record) {
    for (std::size_t j = 0; j < width; ++j) numeric[j] = numeric[j] || is_number(record[j]);
  });

  Remedies remedies;
  std::vector<std::size_t> needed;
  for (const std::size_t j : choice.kept) {
    if (numeric[j]) {
      needed.push_back(j);
    } else {
      remedies.ignore.push_back(names[j]);
    }
  }
  const bool number_target = choice.target && target_kind == TargetKind::number;
  if (number_target && !numeric[*choice.target]) {
    remedies.classes = classes_in(bytes, header, width, *choice.target);
  } else if (number_target) {
    needed.push_back(*choice.target);
  }

  std::size_t complete = 0;
  for_each_row(bytes, header, width, [&](const std::vector<CsvField>& record) {
    const bool labelled = !choice.target || !record[*choice.target].text.empty();
    const bool whole = std::ranges::all_of(needed, [&](auto j) { return is_number(record[j]); });
    (labelled && whole ? complete : remedies.drop) += 1;
  });
  if (complete == 0) remedies.drop = 0;
  const bool helpless = remedies.drop == 0 && remedies.classes == 0;
  if (remedies.ignore.empty() && cell.column != choice.target && (cell.has_text || helpless))
    remedies.ignore.push_back(names[cell.column]);
  return remedies;
}

}  // namespace holdfast
