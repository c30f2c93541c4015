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

/// The rows of such a file, some at a time.
class NpyRows {
 public:
  /// `bytes` and `path` must outlive it.
  NpyRows(std::string_view bytes, const std::string& path);
  std::size_t count() const { return rows_; }
  Matrix read(std::size_t first, std::size_t count) const;

 private:
  std::string_view payload_;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  int type_ = 0;  // binary::Number
  bool big_endian_ = false;
  bool fortran_order_ = false;
};

/// The numbers of an NPY file of one dimension; there may be none.
std::vector<double> read_npy_vector(std::string_view bytes, const std::string& path);

/// The text of an NPY file that holds a single one, as bytes or as UTF-32.
std::string read_npy_text(std::string_view bytes, const std::string& path);

}  // namespace holdfast
