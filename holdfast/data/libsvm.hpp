#pragma once

#include <string>
#include <string_view>

#include "holdfast/data/table.hpp"

namespace holdfast {

/// Whether the first line of more than one word reads "label index:value index:value ...".
bool looks_like_libsvm(std::string_view bytes);

/// A sparse table; the labels are its target. Indices ascend within a line and count from 1, or
/// from 0 if an index 0 occurs. What follows a # is a comment.
Table read_libsvm(std::string_view bytes, const std::string& path, const TableOptions& options);

}  // namespace holdfast
