#pragma once

#include "holdfast/documents/page_sets.hpp"

/// What lets a page compute f of any part of a set, as `model` in page.schema.json. Private to this
/// folder.
namespace holdfast::documents {

/// Trace forms and the log-determinant carry their matrices, covering objectives the best items of
/// each row, all others the values of the deletions that are known; class models also the quadratic
/// model around the set. Spares count as items behind the set's own.
Json page_model(const Objective& objective, const PageSet& set);

/// Items outside the set that could take the place of lost ones: those that add most after the
/// worst deletion of tau items. None where the page could not compute with them.
Items spares_of(const Objective& objective, const PageSet& set);

/// The best item to add after a deletion, for objectives whose pages carry no spares: its name and
/// the value with it. Null where looking for it would take long.
Json repair_json_after(const Objective& objective, const PageSet& set, const Deletion& deletion);

}  // namespace holdfast::documents
