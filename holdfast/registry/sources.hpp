#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/table.hpp"
#include "holdfast/data/unusable_cell.hpp"
#include "holdfast/registry/entries.hpp"

/// Steps from options that name files to the numbers in them, shared by the objectives.
namespace holdfast::registry {

/// The path that the option gives; that of standard input for "-". Throws std::invalid_argument if
/// there is no such file, with the nearest name in its folder.
HOLDFAST_EXPORT std::string existing_file(const OptionValues& options, std::string_view name);
/// The same for one of several paths that the option gives.
std::string existing_file(const OptionValues& options, std::string_view name,
                          const std::string& path);

/// Which columns of a table to look at.
Option columns_option();
Option ignore_option();

/// The options of read_regression: data, target, target-file, row-weights, columns, ignore,
/// missing.
std::vector<Option> regression_sources();

/// A table with a target column. Fills matrices["data"], names, facts, and vectors["target"] or
/// labels by kind; matrices["target"] for several responses; vectors["row-weights"] if given.
ObjectiveInputs read_regression(const OptionValues& options, TargetKind kind);

/// The inputs that are in the table: all but the target if that has a file of its own.
ObjectiveInputs inputs_of(Table table, TargetKind kind);

/// Those of the rows that were not dropped.
std::vector<double> weights_of_kept_rows(std::span<const double> weights,
                                         std::span<const std::size_t> dropped);

/// How the options want a table to be read.
TableOptions table_options(const OptionValues& options, TargetKind kind);
/// Adds to the message what the options could do about the cell.
[[noreturn]] void fail_with_hints(const UnusableCell& cell, const OptionValues& options);

/// As read_regression with numbers, but in blocks: if `data` names several files, or one that is
/// large compared with the memory of this machine. Nothing otherwise.
std::optional<ObjectiveInputs> read_regression_in_blocks(const OptionValues& options,
                                                         const Run& run);

/// The table that `points` names: its `columns` or all, those of `ignore` left out, and the column
/// `names` names the rows.
struct NamedRows {
  Matrix values;
  std::vector<std::string> names;    ///< of the rows; none: they are numbered
  std::vector<std::string> columns;  ///< their names; none: the file names none
};
NamedRows read_points(const OptionValues& options);

/// What people may call the items, and the members of its groups if it has any.
HOLDFAST_EXPORT ItemNames item_names(const Objective& objective);

Fact count_fact(std::string name, std::size_t count);

}  // namespace holdfast::registry
