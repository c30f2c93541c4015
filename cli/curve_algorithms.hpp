#pragma once

#include <vector>

#include "cli/request.hpp"

namespace holdfast::cli {

/// --algorithms LIST, and its other name.
registry::Option algorithms_choice();
registry::Option same_choice();
/// A bag for each algorithm that was asked for.
std::vector<registry::OptionValues> asked_algorithms(Request& request);

}  // namespace holdfast::cli
