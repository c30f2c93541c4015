#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "holdfast/core/matrix.hpp"

namespace holdfast {

bool is_matrix_market(std::string_view bytes);

/// The matrix of a MatrixMarket file: sparse if it is a list of coordinates, dense if an array.
/// Real, integer and pattern (every entry is 1); general, symmetric and skew-symmetric. Entries of
/// the same cell add up. The numbers are finite.
std::variant<Matrix, SparseMatrix> read_matrix_market(std::string_view bytes,
                                                      const std::string& path);

}  // namespace holdfast
