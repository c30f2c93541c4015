#pragma once

#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/tasks/build_objective.hpp"
#include "holdfast/tasks/curve.hpp"

namespace holdfast::documents {

/// The page at `template_path` with the data in it: one file that opens offline. `json` is a
/// holdfast.report/1 document. Throws IoFailure if the template cannot be read, InvalidInput if it
/// has no place for data.
HOLDFAST_EXPORT std::string fill_page(const std::string& template_path, const std::string& json);

/// The data of a page about a user's own curves: what is left of each algorithm's choice after 0,
/// 1, ... deletions.
HOLDFAST_EXPORT std::string curve_report_json(const tasks::BuiltObjective& built,
                                              const Problem& problem,
                                              const tasks::CurveResult& result, const Run& run,
                                              const std::string& command);

}  // namespace holdfast::documents
