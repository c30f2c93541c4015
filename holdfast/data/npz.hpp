#pragma once

#include <string>
#include <string_view>

#include "holdfast/core/matrix.hpp"

namespace holdfast {

/// A ZIP archive, as which scipy.sparse.save_npz writes.
bool is_npz(std::string_view bytes);

/// A sparse matrix that scipy.sparse.save_npz wrote, in the form CSR, CSC or COO, compressed or
/// not. Entries of the same cell add up. Some numbers may be NaN or infinite.
SparseMatrix read_npz(std::string_view bytes, const std::string& path);

}  // namespace holdfast
