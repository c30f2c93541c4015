#include "holdfast/registry/sources.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/text.hpp"
#include "holdfast/data/unusable_cell.hpp"
#include "holdfast/registry/suggestion.hpp"

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

TableOptions table_options(const OptionValues& options, TargetKind kind) {
  TableOptions table;
  if (options.has("target")) table.target = options.text("target");
  table.target_kind = kind;
  if (options.has("ignore")) table.ignore = options.list("ignore");
  table.missing = options.text("missing") == "drop" ? Missing::drop : Missing::error;
  return table;
}

/// Adds what the options could do about it.
[[noreturn]] void fail_with_hints(const UnusableCell& cell, const OptionValues& options) {
  std::string message = cell.what();
  if (!cell.text_column().empty() && options.knows("ignore")) {
    message += fmt::format("; {} {} leaves the column out", options.spelling_of("ignore"),
                           text::excerpt(cell.text_column()));
  }
  if (options.knows("missing") && options.text("missing") != "drop")
    message += fmt::format("; {} drop leaves such rows out", options.spelling_of("missing"));
  throw InvalidInput(message);
}

Table read_with_target(const OptionValues& options, TargetKind kind) {
  const std::string path = existing_file(options, "data");
  if (options.has("target-file")) {
    return read_table_pair(path, existing_file(options, "target-file"),
                           table_options(options, kind));
  }
  // Asked for before the whole file is read: a text column would otherwise be complained about
  // first.
  if (!options.has("target") && detect_format(read_file_whole(path), path) != FileFormat::libsvm) {
    static_cast<void>(options.text("target"));
  }
  return read_table(path, table_options(options, kind));
}

}  // namespace

std::string existing_file(const OptionValues& options, std::string_view name) {
  const std::string& path = options.text(name);
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

std::vector<Option> regression_sources() {
  return {{.name = "data",
           .kind = OptionKind::file,
           .help = "CSV with a header, NPY, IDX or LIBSVM, gzipped or not; an item is a column"},
          {.name = "target",
           .kind = OptionKind::text,
           .help = "the column to predict, by name or by position from 0 (LIBSVM brings its own)",
           .excluded_by = "target-file",
           .placeholder = "COLUMN"},
          {.name = "target-file",
           .kind = OptionKind::file,
           .help = "the column to predict in a file of its own, instead of --target"},
          {.name = "ignore",
           .kind = OptionKind::list,
           .help = "columns to leave out: dates, identifiers, anything that is not a number",
           .placeholder = "COLUMNS"},
          {.name = "missing",
           .kind = OptionKind::text,
           .help = "rows with an empty or non-numeric cell: stop and say where, or drop them",
           .default_value = std::string("error"),
           .choices = {"error", "drop"}}};
}

ObjectiveInputs read_regression(const OptionValues& options, TargetKind kind) {
  Table table;
  try {
    table = read_with_target(options, kind);
  } catch (const UnusableCell& cell) {
    fail_with_hints(cell, options);
  }
  ObjectiveInputs inputs;
  if (table.is_sparse) {
    inputs.matrices.emplace("data", table.sparse);
  } else {
    inputs.matrices.emplace("data", table.dense);
  }
  inputs.facts.push_back(count_fact("rows", table.rows()));
  if (table.dropped_rows > 0) {
    inputs.facts.push_back(count_fact("dropped_rows", table.dropped_rows));
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

NamedRows read_points(const OptionValues& options) {
  const std::string path = existing_file(options, "points");
  try {
    if (!options.has("ignore") && !options.has("names")) return {read_matrix(path).values, {}};
    TableOptions columns;
    columns.target_kind = TargetKind::label;
    if (options.has("ignore")) columns.ignore = options.list("ignore");
    if (options.has("names")) columns.target = options.text("names");
    Table table = read_table(path, columns);
    return {table.to_dense(),
            table.target ? std::move(table.target->labels) : std::vector<std::string>{}};
  } catch (const UnusableCell& cell) {
    fail_with_hints(cell, options);
  }
}

std::vector<std::string> item_names(const Objective& objective) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(objective.size()));
  for (const Item item : objective.all_items()) names.push_back(objective.item_name(item));
  return names;
}

Fact count_fact(std::string name, std::size_t count) {
  return {std::move(name), static_cast<std::int64_t>(count)};
}

}  // namespace holdfast::registry
