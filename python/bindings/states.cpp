#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/objectives.hpp"

namespace holdfast::python {
namespace {

/// A State with all that must outlive it.
struct BoundState {
  std::shared_ptr<const Objective> objective;
  std::unique_ptr<const Run> run;
  std::unique_ptr<State> state;
};

BoundState start(const BoundObjective& objective, int threads) {
  Run::Options options;
  options.threads = threads;
  auto run = std::make_unique<const Run>(std::move(options));
  auto state = objective.objective().start(*run);
  return {objective.built.objective, std::move(run), std::move(state)};
}

nb::object gains(BoundState& self, const Indices& candidates) {
  auto* found = new std::vector<double>();
  const nb::capsule owner(
      found, [](void* kept) noexcept { delete static_cast<std::vector<double>*>(kept); });
  {
    const nb::gil_scoped_release unlocked;
    *found = self.state->gains({candidates.data(), candidates.shape(0)});
  }
  return nb::cast(nb::ndarray<nb::numpy, double>(found->data(), {found->size()}, owner));
}

}  // namespace

void bind_states(nb::module_& module) {
  nb::class_<BoundState>(module, "State")
      .def_prop_ro("items", [](const BoundState& self) { return self.state->items(); })
      .def("value",
           [](const BoundState& self) {
             const nb::gil_scoped_release unlocked;
             return self.state->value();
           })
      .def("add",
           [](BoundState& self, Item item) {
             const nb::gil_scoped_release unlocked;
             self.state->add(item);
           })
      .def("remove",
           [](BoundState& self, Item item) {
             const nb::gil_scoped_release unlocked;
             self.state->remove(item);
           })
      .def("gains", &gains);
  module.def("start_state", &start);
}

}  // namespace holdfast::python
