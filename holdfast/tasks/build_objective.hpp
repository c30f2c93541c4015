#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/registry/entries.hpp"
#include "holdfast/registry/option_values.hpp"

namespace holdfast::tasks {

/// An objective, and how it came to be.
struct BuiltObjective {
  std::shared_ptr<const Objective> objective;
  registry::OptionValues options;  ///< of the entry's all_options(), owned by the entry's name
  std::vector<registry::Fact> facts;
  std::vector<std::string> warnings = {};  ///< of the reader, a sentence each
};

/// Reads the files that the options name. `options` belong to a registered objective.
HOLDFAST_EXPORT BuiltObjective build_objective(registry::OptionValues options, const Run& run);

/// value / largest possible value, where the objective knows one that is positive.
HOLDFAST_EXPORT std::optional<double> share(const Objective& objective, double value);

}  // namespace holdfast::tasks
