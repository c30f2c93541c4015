#pragma once

#include <functional>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/data/table.hpp"

namespace holdfast {

/// Reads a table in blocks of rows, so that memory does not grow with the file: CSV, gzipped or
/// not, and NPY. Calls use(block) for one after the other; all have the same columns. A
/// block in which no row is complete brings nothing but its dropped rows. Errors are those of
/// read_table, with the lines and rows of the whole file. `on_bytes` hears how many bytes
/// of the file have been read. Throws InvalidInput for another format.
HOLDFAST_EXPORT void read_in_blocks(const std::string& path, const TableOptions& options,
                                    const std::function<void(Table)>& use,
                                    const std::function<void(std::size_t)>& on_bytes,
                                    std::size_t block_bytes = std::size_t{1} << 24U);

}  // namespace holdfast
