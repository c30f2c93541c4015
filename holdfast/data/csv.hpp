#pragma once

#include <string>
#include <string_view>

#include "holdfast/data/table.hpp"

namespace holdfast {

/// Whether the first line must name the columns, or may be data (if it holds numbers only).
enum class CsvHeader { required, optional };

/// `column_names` of the result is empty if there was no header. `skipped_lines` were left out
/// after the header: messages count them.
Table read_csv(std::string_view bytes, const std::string& path, const TableOptions& options,
               CsvHeader header, std::size_t skipped_lines = 0);

/// A file of one column: the target of a table in another file. The header is optional.
Target read_csv_target(std::string_view bytes, const std::string& path, TargetKind kind);

}  // namespace holdfast
