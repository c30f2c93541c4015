#pragma once

#include <span>
#include <string>
#include <string_view>

#include "holdfast/core/export.hpp"

namespace holdfast {

/// The known word that the given one is most likely a slip of: by the number of letters inserted,
/// left out, replaced or swapped with their neighbour, or because one begins the other. Empty if
/// none is near.
HOLDFAST_EXPORT std::string nearest_word(std::string_view given,
                                         std::span<const std::string> known);

/// "; did you mean greedy?", or nothing.
HOLDFAST_EXPORT std::string did_you_mean(std::string_view given,
                                         std::span<const std::string> known);

}  // namespace holdfast
