#pragma once

#include <string>

#include "cli/terminal.hpp"
#include "holdfast/tasks/build_objective.hpp"

/// Sentences that several commands begin or end with.
namespace holdfast::cli {

/// "linear on air.csv, target price: 59 items, 365 rows".
std::string objective_line(const tasks::BuiltObjective& built, const Style& style);

/// "oblivious-greedy (beta 2)"; options at their defaults are not told.
std::string with_options(const registry::OptionValues& options);

/// "first, second", or the one that is not empty.
std::string in_a_row(const std::string& first, const std::string& second);

/// The items' names in a row, or "nothing".
std::string listed(const Objective& objective, const Items& items);

/// What is said of a search that was interrupted.
inline constexpr const char* best_so_far = "interrupted; best so far";

/// "found by greedy-min, a worse one may exist", or that none can.
std::string how_sure(const Deletion& worst);

}  // namespace holdfast::cli
