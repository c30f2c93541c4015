#pragma once

#include <fmt/format.h>

#include "holdfast/core/errors.hpp"

namespace holdfast {

/// Throws an Error with this message unless the condition holds. For sources only: it shows fmt.
template <class Error = std::invalid_argument, class... Values>
void require(bool holds, fmt::format_string<const Values&...> message, const Values&... values) {
  if (!holds) throw Error(fmt::format(message, values...));
}

}  // namespace holdfast
