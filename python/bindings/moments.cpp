#include "holdfast/objectives/trace/moments.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "holdfast/core/workers.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/objectives.hpp"

namespace holdfast::python {
namespace {

/// Any layout: rows or columns one after the other, or a view of a larger array.
using AnyTable = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;
using AnyColumn = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;

void append_columns(const AnyTable& table, std::vector<ColumnView>& columns) {
  for (std::size_t j = 0; j < table.shape(1); ++j)
    columns.push_back({table.data() + static_cast<std::ptrdiff_t>(j) * table.stride(1),
                       static_cast<std::ptrdiff_t>(table.stride(0))});
}

ColumnView view_of(const AnyColumn& column) {
  return {column.data(), static_cast<std::ptrdiff_t>(column.stride(0))};
}

void update(Moments& moments, const std::vector<ColumnView>& columns, std::size_t rows, int threads,
            ColumnView weights = {}) {
  const nb::gil_scoped_release unlocked;
  Workers workers(threads);
  moments.update(columns, rows, workers, weights);
}

nb::object as_array(const Matrix& matrix) {
  auto* kept = new Matrix(matrix);
  const nb::capsule owner(kept, [](void* held) noexcept { delete static_cast<Matrix*>(held); });
  return nb::cast(nb::ndarray<nb::numpy, const double, nb::f_contig>(
      kept->data(), {kept->rows(), kept->cols()}, owner,
      {1, static_cast<std::int64_t>(kept->rows())}));
}

}  // namespace

void bind_moments(nb::module_& module) {
  nb::class_<Moments>(module, "Moments")
      .def(nb::init<std::size_t, std::size_t, std::size_t, std::vector<double>>())
      .def_prop_ro("features", &Moments::features)
      .def_prop_ro("responses", &Moments::responses)
      .def_prop_ro("first_row", &Moments::first_row)
      .def_prop_ro("rows", &Moments::rows)
      .def_prop_ro("shift", &Moments::shift)
      .def("means", &Moments::means)
      .def(
          "update",
          [](Moments& self, const AnyTable& x, const AnyTable& y, int threads,
             const std::optional<AnyColumn>& weights) {
            std::vector<ColumnView> columns;
            append_columns(x, columns);
            append_columns(y, columns);
            update(self, columns, x.shape(0), threads, weights ? view_of(*weights) : ColumnView{});
          },
          nb::arg(), nb::arg(), nb::arg(), nb::arg().none())
      .def("update_columns",
           [](Moments& self, const std::vector<AnyColumn>& given, int threads) {
             std::vector<ColumnView> columns;
             for (const AnyColumn& column : given) columns.push_back(view_of(column));
             update(self, columns, given.empty() ? 0 : given.front().shape(0), threads);
           })
      .def("merge", &Moments::merge)
      .def("copy", [](const Moments& self) { return Moments(self); })
      .def("compressed",
           [](const Moments& self, bool intercept, bool standardize) {
             const auto made = self.compressed(intercept, standardize);
             return nb::make_tuple(as_array(made.design), as_array(made.responses));
           })
      .def("to_bytes",
           [](const Moments& self) {
             const std::string bytes = self.to_bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_static("from_bytes", [](const nb::bytes& bytes) {
        return Moments::from_bytes({bytes.c_str(), bytes.size()});
      });
  module.def("numeric_environment", &numeric_environment);
}

}  // namespace holdfast::python
