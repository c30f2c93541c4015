#pragma once

#include <span>

#include "holdfast/core/selection.hpp"
#include "holdfast/documents/documents.hpp"

/// What lets a page compute f of any part of a set, as `model` in page.schema.json. Private to this
/// folder.
namespace holdfast::documents {

/// Trace forms and the log-determinant carry their matrices, covering objectives the best items of
/// each row, all others the values of the deletions that are known. The selection must carry a
/// State; `curve` are deletions from it.
Json page_model(const Objective& objective, const Selection& selection,
                std::span<const Deletion> curve);

}  // namespace holdfast::documents
