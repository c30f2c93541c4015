#pragma once

#include <vector>

#include "cli/command.hpp"

/// The options of the commands, made from the registry's tables.
namespace holdfast::cli {

/// --format, --output, --seed, --threads, --quiet.
std::vector<registry::Option> common_options();
OptionGroup common_group();

/// --k and its like: a whole number >= 0 that an Item can hold.
registry::Option count_option(const char* name, const char* help);

/// --objective and one group for each family of objectives that share options.
std::vector<OptionGroup> objective_groups();
/// --must, --must-not, --kinds and --at-most.
OptionGroup constraint_group();
/// `choice` is the option that names one algorithm or several.
OptionGroup algorithm_group(registry::Option choice);
registry::Option algorithm_choice();
/// --adversary and the options of all of them, but for those in `already`.
OptionGroup adversary_group(const OptionGroup& already = {});

}  // namespace holdfast::cli
