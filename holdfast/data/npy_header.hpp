#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

/// What the header of an NPY file says.
struct NpyHeader {
  std::string descr;  ///< type of the numbers, "<f8" say
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

/// Reads the Python dictionary that describes the array. Throws InvalidInput with `path` and the
/// byte, counted from the beginning of the dictionary.
NpyHeader parse_npy_header(std::string_view dictionary, const std::string& path);

}  // namespace holdfast
