#include "holdfast/registry/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/suggestion.hpp"
#include "holdfast/data/unusable_cell.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/objectives/combined/grouped.hpp"
#include "holdfast/registry/row_weights.hpp"

namespace holdfast::registry {
namespace {

namespace fs = std::filesystem;

std::string nearest_file(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code ignored;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
    names.push_back(entry->path().filename().string());
  }
  const std::string nearest = nearest_word(path.filename().string(), names);
  return nearest.empty() ? "" : (path.parent_path() / nearest).string();
}

}  // namespace

TableOptions table_options(const OptionValues& options, TargetKind kind) {
  TableOptions table;
  if (options.has("target")) table.target = options.text("target");
  table.target_kind = kind;
  if (options.has("columns")) table.columns = options.list("columns");
  if (options.has("ignore")) table.ignore = options.list("ignore");
  table.missing = options.text("missing") == "drop" ? Missing::drop : Missing::error;
  return table;
}

namespace {

/// Names as one word of a shell that is a list of columns.
std::string pasteable(const std::vector<std::string>& names) {
  std::string list;
  for (const auto& name : names) {
    const bool quotes = name.find_first_of(",\"") != std::string::npos;
    list += (list.empty() ? "" : ",") + (quotes ? quote_csv_field(name) : name);
  }
  const bool plain = std::ranges::all_of(list, [](unsigned char character) {
    return std::isalnum(character) != 0 || character >= 0x80 ||
           std::string_view("_-.,:/@%+=").find(static_cast<char>(character)) != std::string::npos;
  });
  if (plain) return list;
  std::string word = "'";
  for (const char character : list) word += character == '\'' ? "'\\''" : std::string(1, character);
  return word + "'";
}

}  // namespace

void fail_with_hints(const UnusableCell& cell, const OptionValues& options) {
  const Remedies& remedies = cell.remedies();
  std::string message = cell.what();
  const auto add = [&](const std::string& hint) { message += "; " + hint; };
  if (remedies.classes > 0) {
    add(fmt::format("the target looks like {} classes: --objective {}", remedies.classes,
                    remedies.classes == 2 ? "logistic" : "softmax"));
  }
  const auto& ignore = remedies.ignore;
  if (!ignore.empty() && options.knows("names") && !options.has("names"))
    add(fmt::format("{} {} takes it for the names of the points", options.spelling_of("names"),
                    pasteable({ignore.front()})));
  if (!ignore.empty() && options.knows("columns") && options.has("columns")) {
    add(fmt::format("leave {} out of {}", pasteable(ignore), options.spelling_of("columns")));
  } else if (!ignore.empty() && options.knows("ignore")) {
    add(fmt::format("{} {} {}", options.spelling_of("ignore"), pasteable(ignore),
                    ignore.size() == 1 ? "leaves the column out"
                                       : "leaves out the columns that hold no numbers"));
  }
  if (remedies.drop > 0 && options.knows("missing") && options.text("missing") != "drop") {
    add(fmt::format("{} drop leaves out the {} with missing cells", options.spelling_of("missing"),
                    remedies.drop == 1 ? "row" : fmt::format("{} rows", remedies.drop)));
  }
  throw InvalidInput(message);
}

namespace {

Table read_with_target(const OptionValues& options, TargetKind kind) {
  const std::string path = existing_file(options, "data");
  if (options.has("target-file")) {
    return read_table_pair(path, existing_file(options, "target-file"),
                           table_options(options, kind));
  }
  const std::string bytes = read_file_whole(path);
  // Asked for before the columns are looked at: a text column would otherwise be complained about
  // first.
  if (!options.has("target") && detect_format(bytes, path) != FileFormat::libsvm) {
    static_cast<void>(options.text("target"));
  }
  return parse_table(bytes, path, table_options(options, kind));
}

/// The columns of the target file, if there are several. What is wrong with a file of one column is
/// said where that is read.
std::optional<Matrix> several_responses(const OptionValues& options, TargetKind kind) {
  if (kind != TargetKind::number || !options.has("target-file")) return std::nullopt;
  const std::string path = existing_file(options, "target-file");
  if (path == standard_input) return std::nullopt;  // it can be read once only
  try {
    Matrix responses = read_matrix(path).values;
    if (responses.cols() > 1) return responses;
  } catch (const InvalidInput&) {
  }
  return std::nullopt;
}

/// Those of the rows that were kept.
std::vector<double> read_row_weights(const OptionValues& options, const Table& table) {
  const std::string path = existing_file(options, "row-weights");
  const std::vector<double> weights = read_vector(path);
  const auto& dropped = table.dropped_rows;
  if (dropped.empty()) return weights;
  const std::size_t rows = table.rows() + dropped.size();
  if (weights.size() != rows) {
    throw InvalidInput(
        fmt::format("{}: there are {} row weights for {} rows, {} of which {} drop leaves out; "
                    "each row needs one, also those",
                    path, weights.size(), rows, dropped.size(), options.spelling_of("missing")));
  }
  return weights_of_kept_rows(weights, dropped);
}

}  // namespace

std::vector<double> weights_of_kept_rows(std::span<const double> weights,
                                         std::span<const std::size_t> dropped) {
  std::vector<double> kept;
  auto next = dropped.begin();
  for (std::size_t row = 0; row < weights.size(); ++row) {
    if (next != dropped.end() && *next == row) {
      ++next;
    } else {
      kept.push_back(weights[row]);
    }
  }
  return kept;
}

std::string existing_file(const OptionValues& options, std::string_view name) {
  return existing_file(options, name, options.text(name));
}

std::string existing_file(const OptionValues& options, std::string_view name,
                          const std::string& path) {
  if (path == "-") return standard_input;
  std::error_code error;
  const auto status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    const std::string nearest = nearest_file(path);
    throw std::invalid_argument(
        fmt::format("{}: there is no file {}{}", options.spelling_of(name), path,
                    nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
  }
  if (status.type() == fs::file_type::directory) {
    throw std::invalid_argument(
        fmt::format("{}: {} is a folder; give a file in it", options.spelling_of(name), path));
  }
  return path;
}

Option columns_option() {
  return {.name = "columns",
          .kind = OptionKind::list,
          .help =
              "the only columns to look at beside those that other options name, by name or by "
              "position; all if not given",
          .placeholder = "COLUMNS"};
}

Option ignore_option() {
  return {.name = "ignore",
          .kind = OptionKind::list,
          .help = "columns to leave out: dates, identifiers, anything that is not a number",
          .placeholder = "COLUMNS"};
}

std::vector<Option> regression_sources() {
  return {
      {.name = "data",
       .kind = OptionKind::file,
       .help = "CSV with a header, NPY, IDX, or sparse: LIBSVM, MatrixMarket, SciPy's NPZ; gzipped "
               "or not; - is standard input; an item is a column; linear takes several files, "
               "separated by commas"},
      {.name = "target",
       .kind = OptionKind::text,
       .help = "the column to predict, by name or by position from 0 (LIBSVM brings its own)",
       .excluded_by = "target-file",
       .placeholder = "COLUMN"},
      {.name = "target-file",
       .kind = OptionKind::file,
       .help = "the column to predict in a file of its own, instead of --target; several "
               "columns for linear, which are predicted together"},
      row_weights_option(),
      columns_option(),
      ignore_option(),
      {.name = "missing",
       .kind = OptionKind::text,
       .help = "rows with an empty or non-numeric cell: stop and say where, or drop them",
       .default_value = std::string("error"),
       .choices = {"error", "drop"}}};
}

ObjectiveInputs inputs_of(Table table, TargetKind kind) {
  ObjectiveInputs inputs;
  if (table.is_sparse) {
    inputs.matrices.emplace("data", table.sparse);
  } else {
    inputs.matrices.emplace("data", table.dense);
  }
  inputs.facts.push_back(count_fact("rows", table.rows()));
  if (!table.dropped_rows.empty()) {
    inputs.facts.push_back(count_fact("dropped_rows", table.dropped_rows.size()));
  }
  if (table.target) {
    if (kind == TargetKind::number) {
      inputs.vectors.emplace("target", std::move(table.target->numbers));
    } else {
      inputs.labels = std::move(table.target->labels);
    }
  }
  inputs.names = std::move(table.column_names);
  return inputs;
}

ObjectiveInputs read_regression(const OptionValues& options, TargetKind kind) {
  Table table;
  std::optional<Matrix> responses;
  try {
    responses = several_responses(options, kind);
    table = responses ? read_table(existing_file(options, "data"), table_options(options, kind))
                      : read_with_target(options, kind);
  } catch (const UnusableCell& cell) {
    fail_with_hints(cell, options);
  }
  std::vector<double> weights;
  if (options.has("row-weights")) weights = read_row_weights(options, table);
  ObjectiveInputs inputs = inputs_of(std::move(table), kind);
  if (responses) inputs.matrices.emplace("target", std::move(*responses));
  if (options.has("row-weights")) inputs.vectors.emplace("row-weights", std::move(weights));
  return inputs;
}

NamedRows read_points(const OptionValues& options) {
  const std::string path = existing_file(options, "points");
  try {
    const bool whole = !options.has("columns") && !options.has("ignore") && !options.has("names");
    if (whole) {
      NamedMatrix matrix = read_matrix(path);
      return {std::move(matrix.values), {}, std::move(matrix.column_names)};
    }
    TableOptions columns;
    columns.target_kind = TargetKind::label;
    if (options.has("columns")) columns.columns = options.list("columns");
    if (options.has("ignore")) columns.ignore = options.list("ignore");
    if (options.has("names")) columns.target = options.text("names");
    Table table = read_table(path, columns);
    return {table.to_dense(),
            table.target ? std::move(table.target->labels) : std::vector<std::string>{},
            std::move(table.column_names)};
  } catch (const UnusableCell& cell) {
    fail_with_hints(cell, options);
  }
}

ItemNames item_names(const Objective& objective) {
  ItemNames names;
  const Items items = objective.all_items();
  names.names.reserve(items.size());
  for (const Item item : items) names.names.push_back(objective.item_name(item));
  names.indices = objective.given_indices(items);
  const auto* grouped = dynamic_cast<const GroupedObjective*>(&objective);
  if (!grouped) return names;
  for (const Item group : items) {
    for (const Item member : grouped->members(group))
      names.group_of.emplace(grouped->base().item_name(member), objective.item_name(group));
  }
  return names;
}

Fact count_fact(std::string name, std::size_t count) {
  return {std::move(name), static_cast<std::int64_t>(count)};
}

}  // namespace holdfast::registry
