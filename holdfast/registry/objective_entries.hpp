#pragma once

#include <vector>

#include "holdfast/registry/entries.hpp"

/// A table per family; objectives() joins them.
namespace holdfast::registry {

std::vector<ObjectiveEntry> regression_objectives();
std::vector<ObjectiveEntry> kernel_objectives();
std::vector<ObjectiveEntry> covering_objectives();

}  // namespace holdfast::registry
