#pragma once

#include <nanobind/nanobind.h>

#include "holdfast/documents/documents.hpp"

namespace holdfast::python {

/// An answer, which becomes Python objects when somebody looks at it: that takes longer than many
/// a job.
struct Document {
  documents::Json json;

  /// Dictionaries, lists, texts, numbers and None.
  nanobind::object as_python() const;
};

void bind_documents(nanobind::module_& module);

}  // namespace holdfast::python
