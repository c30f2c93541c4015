#pragma once

#include "holdfast/documents/json_parts.hpp"
#include "holdfast/tasks/certify.hpp"
#include "holdfast/tasks/explain.hpp"

/// Theory as JSON. Private to this folder.
namespace holdfast::documents {

/// What a guarantee of a selection says: the ratios, every statement, the best of them.
Json explanation_json(const tasks::Explanation& explanation, const Objective& objective);

/// The interval, the bound of the optimum, the proven share and what they were made from.
void add_certificate(Json& json, const Certificate& certificate, const Objective& objective);

}  // namespace holdfast::documents
