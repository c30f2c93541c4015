#include "python/bindings/arrays.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <span>

#include "holdfast/data/sparse_entries.hpp"

namespace holdfast::python {

Matrix borrowed(const Columns& array) {
  // The last matrix may go on any thread, without the interpreter's lock.
  const std::shared_ptr<const void> keeper(new Columns(array), [](const Columns* kept) {
    const nb::gil_scoped_acquire lock;
    delete kept;
  });
  return {array.shape(0), array.shape(1), array.data(), keeper};
}

SparseMatrix sparse(std::size_t rows, const Starts& starts, const Indices& indices,
                    const Numbers& values) {
  const auto cols = starts.shape(0) == 0 ? 0 : starts.shape(0) - 1;
  return {rows, cols, std::vector<std::int64_t>(starts.data(), starts.data() + starts.shape(0)),
          std::vector<std::int32_t>(indices.data(), indices.data() + indices.shape(0)),
          copied(values)};
}

std::vector<double> copied(const Numbers& array) {
  return {array.data(), array.data() + array.shape(0)};
}

SparseMatrix neighbor_columns(std::size_t items, std::size_t rows, const Indices& neighbors,
                              const Numbers& values) {
  const nb::gil_scoped_release others_may_run;
  return columns_of_neighbors(items, rows, {neighbors.data(), neighbors.shape(0)},
                              {values.data(), values.shape(0)});
}

nb::tuple arrays_of(const SparseMatrix& matrix) {
  const nb::capsule owner(new SparseMatrix(matrix),
                          [](void* held) noexcept { delete static_cast<SparseMatrix*>(held); });
  const auto array = [&]<class Number>(std::span<const Number> numbers) {
    return nb::ndarray<nb::numpy, const Number>(numbers.data(), {numbers.size()}, owner);
  };
  return nb::make_tuple(array(matrix.starts()), array(matrix.row_indices()),
                        array(matrix.values()));
}

registry::OptionValue option_value(const std::string& name, nb::handle value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (nb::isinstance<nb::int_>(value)) return nb::cast<std::int64_t>(value);
  if (nb::isinstance<nb::float_>(value)) return nb::cast<double>(value);
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  if (nb::isinstance<nb::list>(value)) return nb::cast<std::vector<std::string>>(value);
  throw nb::type_error(
      (name + " takes a number, a text, a truth value or a list of texts").c_str());
}

void set_options(registry::OptionValues& options, const nb::dict& given) {
  for (const auto& [key, value] : given) {
    auto name = nb::cast<std::string>(key);
    auto registered = name;
    std::ranges::replace(registered, '_', '-');
    options.set(registered, option_value(name, value));
  }
}

}  // namespace holdfast::python
