#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/tasks/explain.hpp"

/// The theory as tables, for several commands.
namespace holdfast::cli {

std::string ratios_table(const Ratios& ratios, const Style& style);
/// The sets that attain each ratio; empty if there are none.
std::string witness_lines(const Ratios& ratios, const Objective& objective, const Style& style);
std::string ratios_csv(const Ratios& ratios);

std::string guarantees_table(const std::vector<Guarantee>& statements, const Style& style);
std::string guarantees_csv(const std::vector<Guarantee>& statements);
/// "At least 21.3 % of the robust optimum is left after any 10 deletions (Theorem 1)."
std::string promise(const Guarantee& guarantee, Item tau);
/// The same of the best statement about a selection, or that there is none and why.
std::string promise(const tasks::Explanation& explanation);
/// What the best beta would give, as a sentence; empty if nothing is promised at any.
std::string best_beta_line(const tasks::GuaranteeResult& result);

/// The two parts of `select --explain`: after the result, in words and numbers.
std::string explanation_text(const tasks::Explanation& explanation, const Style& style);

OptionGroup ratio_search_group();

}  // namespace holdfast::cli
