#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>
#include <vector>

#include "holdfast/core/matrix.hpp"
#include "holdfast/registry/entries.hpp"

namespace holdfast::python {

namespace nb = nanobind;

/// Numbers that NumPy owns. The Python side brings them into this layout.
using Columns = nb::ndarray<const double, nb::ndim<2>, nb::f_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Starts = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Borrows the array: nothing is copied, and the array lives as long as the matrix.
Matrix borrowed(const Columns& array);
/// Compressed columns, copied.
SparseMatrix sparse(std::size_t rows, const Starts& starts, const Indices& indices,
                    const Numbers& values);
std::vector<double> copied(const Numbers& array);
/// columns_of_neighbors.
SparseMatrix neighbor_columns(std::size_t items, std::size_t rows, const Indices& neighbors,
                              const Numbers& values);
/// (starts, rows, values), not copied and not to be written.
nb::tuple arrays_of(const SparseMatrix& matrix);

/// bool, int, float, str or a list of str.
registry::OptionValue option_value(const std::string& name, nb::handle value);
/// Sets what the dictionary gives; its keys are Python's spellings, "bucket_size".
void set_options(registry::OptionValues& options, const nb::dict& given);

}  // namespace holdfast::python
