#pragma once

#include <functional>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/selection.hpp"

namespace holdfast::tasks {

/// What is left of the selection, which must carry a State, after 0, 1, ..., `most` deletions:
/// entry t deletes min(t, |S|) items. Values never rise with the number of deletions: each entry
/// also knows the deletions next to it, extended or shortened by an item. `told` is called after
/// each attack.
HOLDFAST_EXPORT std::vector<Deletion> failure_curve(
    const Selection& selection, Item most, const Adversary& adversary,
    const std::function<void()>& told = [] {});

}  // namespace holdfast::tasks
