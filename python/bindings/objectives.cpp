#include "python/bindings/objectives.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>

#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/objectives/classes/subset_classifiers.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/events.hpp"
#include "holdfast/tasks/groups.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/calling.hpp"

namespace holdfast::python {
namespace {

template <class Value>
using Named = std::map<std::string, Value>;
/// Arrays of Python, which are copied, or a matrix that was made here.
using SparseInput = std::variant<SparseMatrix, std::tuple<std::size_t, Starts, Indices, Numbers>>;

SparseMatrix matrix_of(const SparseInput& input) {
  if (const auto* matrix = std::get_if<SparseMatrix>(&input)) return *matrix;
  const auto& [rows, starts, indices, values] = std::get<1>(input);
  return sparse(rows, starts, indices, values);
}

registry::ObjectiveInputs inputs_of(const Named<Columns>& matrices,
                                    const Named<SparseInput>& sparse_matrices,
                                    const Named<Numbers>& vectors, Named<Items> subsets,
                                    std::vector<std::string> labels, std::vector<std::string> names,
                                    const Named<std::int64_t>& facts) {
  registry::ObjectiveInputs inputs;
  for (const auto& [name, array] : matrices) inputs.matrices.emplace(name, borrowed(array));
  for (const auto& [name, input] : sparse_matrices) inputs.matrices.emplace(name, matrix_of(input));
  for (const auto& [name, array] : vectors) inputs.vectors.emplace(name, copied(array));
  for (auto& [name, items] : subsets) inputs.subsets.emplace(name, std::move(items));
  inputs.labels = std::move(labels);
  inputs.names = std::move(names);
  for (const auto& [name, count] : facts) inputs.facts.push_back({name, count});
  return inputs;
}

/// Converts within the lock and computes without it.
BoundObjective make_objective(const std::string& name, const Named<Columns>& matrices,
                              const Named<SparseInput>& sparse, const Named<Numbers>& vectors,
                              Named<Items> subsets, std::vector<std::string> labels,
                              std::vector<std::string> names, const Named<std::int64_t>& facts,
                              const nb::dict& options, int threads) {
  const auto& entry = registry::find_objective(name);
  // The whole table, since options refer to each other.
  registry::OptionValues values(entry.name, entry.all_options());
  set_options(values, options);
  values.require_consistent();
  auto inputs = inputs_of(matrices, sparse, vectors, std::move(subsets), std::move(labels),
                          std::move(names), facts);
  auto told = inputs.facts;
  const auto work = [&](const Run& run) { return entry.make(std::move(inputs), values, run); };
  return call(0, threads, work, [&](std::unique_ptr<Objective> objective, const Run&) {
    return BoundObjective{{std::move(objective), std::move(values), std::move(told)}};
  });
}

nb::object as_list(std::span<const Item> items) {
  nb::list list;
  for (const Item item : items) list.append(item);
  return list;
}

/// Says what a function of the user returned for which set. An error that is not about its type is
/// the user's own and passes on.
[[noreturn]] void throw_wrong_answer(const char* wanted, nb::handle answer,
                                     std::span<const Item> set) {
  if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s; it returned %.200R for the set %.200R", wanted, answer.ptr(),
               as_list(set).ptr());
  throw nb::python_error();
}

FunctionObjective::ValueFunction value_function(std::shared_ptr<Callbacks> callbacks) {
  return [callbacks = std::move(callbacks)](std::span<const Item> set) {
    const nb::gil_scoped_acquire lock;
    const nb::object answer = callbacks->value(as_list(set));
    const double value = PyFloat_AsDouble(answer.ptr());
    if (PyErr_Occurred()) throw_wrong_answer("value must return a number", answer, set);
    return value;
  };
}

FunctionObjective::GainsFunction gains_function(std::shared_ptr<Callbacks> callbacks) {
  if (callbacks->gains.is_none()) return {};
  return [callbacks = std::move(callbacks)](std::span<const Item> set,
                                            std::span<const Item> candidates) {
    const nb::gil_scoped_acquire lock;
    const nb::object answer = callbacks->gains(as_list(set), as_list(candidates));
    Numbers array;
    if (nb::try_cast(answer, array)) return copied(array);
    std::vector<double> gains;
    if (nb::try_cast(answer, gains)) return gains;
    throw_wrong_answer("gains must return a list or array of numbers", answer, set);
  };
}

BoundObjective make_function(Item size, nb::object value, nb::object gains, bool submodular,
                             std::vector<std::string> names, std::string falls, double cost) {
  auto callbacks = callbacks_of(std::move(value), std::move(gains));
  auto objective = std::make_unique<FunctionObjective>(size, value_function(callbacks),
                                                       gains_function(callbacks), submodular,
                                                       std::move(names), std::move(falls), cost);
  return {{std::move(objective), registry::OptionValues("function", {}), {}}, std::move(callbacks)};
}

/// Shares the objective, not its functions: they are the original's to show to the garbage
/// collector, and Python keeps that one alive.
BoundObjective make_grouped(const BoundObjective& base, const std::vector<std::string>& names,
                            std::vector<Items> members) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < members.size(); ++i)
    groups.push_back({names.at(i), std::move(members[i])});
  return {tasks::in_groups(base.built, std::move(groups))};
}

BoundObjective make_scenarios(const BoundObjective& base, std::vector<Items> lost,
                              const std::vector<double>& weights, const std::string& measure,
                              double tail) {
  std::vector<Event> events;
  for (std::size_t i = 0; i < lost.size(); ++i)
    events.push_back({std::move(lost[i]), weights.empty() ? 1.0 : weights.at(i)});
  return {tasks::under_events(base.built, std::move(events), tasks::measure_called(measure, tail))};
}

std::vector<Items> draw_lost(const std::vector<double>& rates, const std::vector<Items>& groups,
                             std::size_t draws, std::uint64_t seed) {
  std::vector<Items> lost;
  for (Event& event : draw_failures(rates, groups, draws, seed))
    lost.push_back(std::move(event.lost));
  return lost;
}

void make_subset_classifiers(SubsetClassifiers* self, const BoundObjective& bound) {
  const auto* classes = dynamic_cast<const ClassificationObjective*>(&bound.objective());
  if (classes == nullptr) throw std::invalid_argument("class weights need a class model");
  const nb::gil_scoped_release unlocked;
  new (self) SubsetClassifiers(*classes);
}

/// An item's weight for each output, item after item, and an intercept for each output.
std::pair<std::vector<double>, std::vector<double>> class_weights(const SubsetClassifiers& self,
                                                                  const Items& items) {
  const nb::gil_scoped_release unlocked;
  Classifier model = self.fit(items);
  return {std::move(model.weights), std::move(model.intercepts)};
}

/// What the garbage collector needs to see and to undo.
int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  const auto& callbacks = nb::inst_ptr<BoundObjective>(self)->callbacks;
  if (!callbacks) return 0;
  Py_VISIT(callbacks->value.ptr());
  Py_VISIT(callbacks->gains.ptr());
  return 0;
}

int clear(PyObject* self) {
  const auto& callbacks = nb::inst_ptr<BoundObjective>(self)->callbacks;
  if (!callbacks) return 0;
  callbacks->value.reset();
  callbacks->gains.reset();
  return 0;
}

PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse)},
                       {Py_tp_clear, reinterpret_cast<void*>(clear)},
                       {0, nullptr}};

}  // namespace

std::shared_ptr<Callbacks> callbacks_of(nb::object value, nb::object gains) {
  return {new Callbacks{std::move(value), std::move(gains)}, [](const Callbacks* kept) {
            const nb::gil_scoped_acquire lock;
            delete kept;
          }};
}

void bind_objectives(nb::module_& module) {
  nb::class_<BoundObjective>(module, "Objective", nb::type_slots(slots))
      .def_prop_ro("name", [](const BoundObjective& self) { return self.objective().name(); })
      .def_prop_ro("size", [](const BoundObjective& self) { return self.objective().size(); })
      .def_prop_ro("is_submodular",
                   [](const BoundObjective& self) { return self.objective().is_submodular(); })
      .def_prop_ro("largest_value",
                   [](const BoundObjective& self) { return self.objective().largest_value(); })
      .def_prop_ro("fall",
                   [](const BoundObjective& self) { return seen_to_fall(self.objective()); })
      .def_prop_ro("is_attacked_quickly",
                   [](const BoundObjective& self) {
                     const Objective& f = self.objective();
                     return f.attack_cost() != AttackCost::refits &&
                            !f.structure().as<MonotonePromise>();
                   })
      .def("item_name",
           [](const BoundObjective& self, Item item) { return self.objective().item_name(item); })
      .def("given_indices",
           [](const BoundObjective& self) {
             return self.objective().given_indices(self.objective().all_items());
           })
      .def("value", [](const BoundObjective& self, const Items& items) {
        const nb::gil_scoped_release unlocked;
        return self.objective().value(items);
      });
  nb::class_<SubsetClassifiers>(module, "SubsetClassifiers")
      .def("__init__", &make_subset_classifiers, nb::keep_alive<1, 2>())
      .def("weights", &class_weights);
  module.def("make_objective", &make_objective);
  module.def("make_grouped", &make_grouped);
  module.def("make_scenarios", &make_scenarios);
  module.def("draw_failures", &draw_lost);
  module.def("make_function", &make_function, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(),
             nb::arg(), nb::arg("falls") = "", nb::arg("cost") = 1e4);
}

}  // namespace holdfast::python
