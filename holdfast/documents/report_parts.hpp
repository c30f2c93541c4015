#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/documents/panel.hpp"

/// Parts of the documents behind pages. Private: the library's users need no header of another
/// library.
namespace holdfast::documents {

HOLDFAST_EXPORT nlohmann::ordered_json panel_json(const Panel& panel);

/// Version, date and machine of a run without trials.
HOLDFAST_EXPORT nlohmann::ordered_json made_json(const std::string& command, std::uint64_t seed,
                                                 int threads);

}  // namespace holdfast::documents
