#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "holdfast/core/export.hpp"
#include "holdfast/data/table.hpp"

namespace holdfast {

/// Whether the first line of more than one word reads "label index:value index:value ...".
bool looks_like_libsvm(std::string_view bytes);

/// A sparse table; the labels are its target. Indices ascend within a line and count from 1, or
/// from 0 if an index 0 occurs. What follows a # is a comment.
Table read_libsvm(std::string_view bytes, const std::string& path, const TableOptions& options);

/// Several files, one after the other, as one table. Their text is never in memory: 12 bytes for
/// each entry, and as many while they are brought into columns. `on_bytes` hears how many bytes of
/// all files have been read. Nothing if there are more than `most_entries`.
HOLDFAST_EXPORT std::optional<Table> read_libsvm_files(
    std::span<const std::string> paths, const TableOptions& options,
    const std::function<void(std::size_t)>& on_bytes, std::size_t most_entries);

/// The same table in blocks of rows, written out, of about `block_numbers` numbers. Reads the files
/// twice, because the last column may be in the last row.
HOLDFAST_EXPORT void read_libsvm_in_blocks(std::span<const std::string> paths,
                                           const TableOptions& options,
                                           const std::function<void(Table)>& use,
                                           const std::function<void(std::size_t)>& on_bytes,
                                           std::size_t block_numbers = std::size_t{1} << 21U);

}  // namespace holdfast
