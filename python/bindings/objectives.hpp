#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "holdfast/tasks/build_objective.hpp"

namespace holdfast::python {

/// The functions behind a SetFunction. They may refer to the objective that holds them, in a way
/// that only Python's garbage collector can undo; it looks in here.
struct Callbacks {
  nanobind::object value;
  nanobind::object gains;
};

/// An objective as Python holds it: immutable, shared between threads.
struct BoundObjective {
  tasks::BuiltObjective built;
  std::shared_ptr<Callbacks> callbacks = {};  ///< of a SetFunction

  const Objective& objective() const { return *built.objective; }
};

/// C++ may copy, call and drop the functions on any thread.
std::shared_ptr<Callbacks> callbacks_of(nanobind::object value, nanobind::object gains);

void bind_moments(nanobind::module_& module);
void bind_objectives(nanobind::module_& module);
void bind_spread(nanobind::module_& module);
void bind_states(nanobind::module_& module);
void bind_tasks(nanobind::module_& module);
void bind_tables(nanobind::module_& module);

}  // namespace holdfast::python
