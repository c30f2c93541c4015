#pragma once

#include <string>

#include "holdfast/core/export.hpp"

namespace holdfast::registry {

/// Everything that has a name, with its options, as Markdown: docs/reference.md.
HOLDFAST_EXPORT std::string reference_markdown();

}  // namespace holdfast::registry
