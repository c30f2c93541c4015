#pragma once

#include <string>
#include <string_view>

#include "holdfast/core/matrix.hpp"

namespace holdfast {

bool is_idx(std::string_view bytes);

/// The numbers of an IDX file (the format of MNIST): a row for each index of the first dimension,
/// the other dimensions flattened, the last one fastest. Some numbers may be NaN or infinite.
Matrix read_idx(std::string_view bytes, const std::string& path);

}  // namespace holdfast
