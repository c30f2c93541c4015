#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/registry/build_facts.hpp"
#include "holdfast/registry/registry.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/documents.hpp"
#include "python/bindings/objectives.hpp"

namespace holdfast::python {

namespace nb = nanobind;

namespace {

template <class Entry>
std::vector<std::string> options_of(const Entry& entry) {
  std::vector<std::string> names;
  for (const auto& option : entry.options) {
    names.push_back(registry::spelled(option, registry::Spelling::python));
  }
  return names;
}

}  // namespace

void bind_tables(nb::module_& module) {
  module.def("version", &registry::version);
  module.def("build_facts", [] {
    nb::dict facts;
    for (const auto& [name, value] : registry::build_facts()) {
      facts[nb::str(name.c_str())] = nb::str(value.c_str());
    }
    return facts;
  });
  nb::class_<SparseMatrix>(module, "SparseMatrix").def("arrays", &arrays_of);
  module.def("neighbor_columns", &neighbor_columns);
  module.def("objectives", [] { return registry::names_of(registry::objectives()); });
  module.def("algorithms", [] { return registry::names_of(registry::algorithms()); });
  module.def("adversaries", [] { return registry::names_of(registry::adversaries()); });
  module.def("objective_options",
             [](const std::string& name) { return options_of(registry::find_objective(name)); });
  module.def("algorithm_options",
             [](const std::string& name) { return options_of(registry::find_algorithm(name)); });
  module.def("adversary_options",
             [](const std::string& name) { return options_of(registry::find_adversary(name)); });
}

}  // namespace holdfast::python

NB_MODULE(_core, module) {
  namespace nb = nanobind;
  using namespace holdfast;
  // std::invalid_argument is ValueError, std::runtime_error RuntimeError without our help.
  nb::register_exception_translator([](const std::exception_ptr& problem, void*) {
    try {
      std::rethrow_exception(problem);
    } catch (const IoFailure& failure) {
      PyErr_SetString(PyExc_OSError, failure.what());
    } catch (const Interrupted& interrupted) {
      PyErr_SetString(PyExc_KeyboardInterrupt, interrupted.what());
    }
  });
  python::bind_documents(module);
  python::bind_objectives(module);
  python::bind_spread(module);
  python::bind_states(module);
  python::bind_moments(module);
  python::bind_tasks(module);
  python::bind_tables(module);
}
