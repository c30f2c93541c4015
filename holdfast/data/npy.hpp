#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/core/matrix.hpp"

namespace holdfast {

bool is_npy(std::string_view bytes);

/// The numbers of an NPY file of one dimension (a column) or two; some may be NaN or infinite.
/// Versions 1 to 3, C and Fortran order, booleans, integers and floats of 1 to 8 bytes (no half
/// floats), either byte order. Whole numbers beyond 2^53 are rounded to double.
Matrix read_npy(std::string_view bytes, const std::string& path);

/// The numbers of an NPY file of one dimension; there may be none.
std::vector<double> read_npy_vector(std::string_view bytes, const std::string& path);

/// The text of an NPY file that holds a single one, as bytes or as UTF-32.
std::string read_npy_text(std::string_view bytes, const std::string& path);

}  // namespace holdfast
