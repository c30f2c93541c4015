#pragma once

#include <string>
#include <vector>

#include "holdfast/core/export.hpp"

namespace holdfast::registry {

struct BuildFact {
  std::string name;   ///< "compiler"
  std::string value;  ///< "GCC 12.2.0"
};

/// What a bug report should tell about this library: its compiler, the instruction set that it was
/// compiled for, and the libraries it was made with or runs with.
HOLDFAST_EXPORT std::vector<BuildFact> build_facts();

}  // namespace holdfast::registry
