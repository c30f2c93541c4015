#pragma once

#include <span>
#include <string>

#include "cli/terminal.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/tasks/judge.hpp"

namespace holdfast::cli {

/// The chosen items, one to a row: with their part and gain, or, if the algorithm has looked for a
/// set as a whole, with what each is worth by itself and to the others. `added` are marked as new.
std::string items_table(const Objective& objective, const registry::OptionValues& algorithm,
                        const tasks::Judged& judged, std::span<const Item> added,
                        const Style& style);

/// What its columns mean, where they do not speak for themselves.
std::string items_legend(const registry::OptionValues& algorithm, const Selection& selection);

}  // namespace holdfast::cli
