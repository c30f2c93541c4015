#pragma once

#include <string>

#include "holdfast/core/export.hpp"

namespace holdfast::documents {

/// The page at `template_path` with the data in it: one file that opens offline. `json` is the
/// document that the template shows, holdfast.report/1 or holdfast.page/1. Throws IoFailure if the
/// template cannot be read, InvalidInput if it has no place for data.
HOLDFAST_EXPORT std::string fill_page(const std::string& template_path, const std::string& json);

}  // namespace holdfast::documents
