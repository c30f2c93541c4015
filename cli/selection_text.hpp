#pragma once

#include <string>

#include "cli/terminal.hpp"
#include "holdfast/tasks/build_objective.hpp"
#include "holdfast/tasks/select.hpp"

/// What select prints.
namespace holdfast::cli {

/// With the explanation and the certificate, where they were asked for.
std::string selection_text(const tasks::BuiltObjective& built, const tasks::Selected& selected,
                           const Style& style);
std::string selection_csv(const tasks::BuiltObjective& built, const tasks::Selected& selected);

}  // namespace holdfast::cli
