#pragma once

#include "holdfast/registry/explain.hpp"
#include "holdfast/registry/json_parts.hpp"

/// Theory as JSON. Private to the registry.
namespace holdfast::registry {

/// What a guarantee of a selection says: the ratios, every statement, the best of them.
Json explanation_json(const Explanation& explanation);

}  // namespace holdfast::registry
