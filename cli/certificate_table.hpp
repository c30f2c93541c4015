#pragma once

#include <string>

#include "cli/terminal.hpp"
#include "holdfast/tasks/build_objective.hpp"
#include "holdfast/tasks/certify.hpp"

/// A certificate for people and for spreadsheets, for several commands.
namespace holdfast::cli {

/// The interval, the bound and the sentence, without a heading.
std::string certificate_text(const Certificate& certificate, const tasks::BuiltObjective& built,
                             const Style& style);
/// "Proven: the worst case of this set is at least 60.0 % of the best that any 40 items have."
std::string proven_line(const Certificate& certificate);
std::string certificate_csv(const Certificate& certificate);

}  // namespace holdfast::cli
