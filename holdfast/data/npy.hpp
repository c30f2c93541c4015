#pragma once

#include <string>
#include <string_view>

#include "holdfast/core/matrix.hpp"

namespace holdfast {

bool is_npy(std::string_view bytes);

/// The numbers of an NPY file of one dimension (a column) or two; some may be NaN or infinite.
/// Versions 1 to 3, C and Fortran order, booleans, integers and floats of 1 to 8 bytes (no half
/// floats), either byte order. Whole numbers beyond 2^53 are rounded to double.
Matrix read_npy(std::string_view bytes, const std::string& path);

}  // namespace holdfast
