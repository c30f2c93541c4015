#pragma once

#include <optional>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/data/coordinates.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/tasks/build_objective.hpp"

namespace holdfast::documents {

/// What a page tells beside the result itself.
struct PageRequest {
  registry::OptionValues adversary;  ///< of a registered adversary: who attacks for the curve
  std::string command = {};          ///< as it was typed; empty if nobody typed one
  std::optional<Places> places = {};
};

/// The data of a page about one result, a holdfast.page/1 document (report/page.schema.json), for
/// fill_page(). `result` is the JSON text of a selection, deletion, certificate, curve, repair,
/// replan, protection or assessment document about this objective. Costs a failure curve and a
/// State for each set in it. Throws InvalidInput for a document of another kind.
HOLDFAST_EXPORT std::string page_json(const tasks::BuiltObjective& built, const std::string& result,
                                      const PageRequest& request, const Run& run);

}  // namespace holdfast::documents
