#pragma once

#include <span>
#include <string>
#include <string_view>

#include "holdfast/data/columns.hpp"
#include "holdfast/data/unusable_cell.hpp"

namespace holdfast {

/// Where a CSV text was found to have a cell that cannot be used.
struct BadCell {
  std::size_t column = 0;
  bool has_text = false;
};

/// Looks through the whole text for what could be done about such cells, so that one error can say
/// it all. `header` tells whether the first record names the columns.
Remedies remedies_for(const BadCell& cell, std::string_view bytes, bool header,
                      const ColumnChoice& choice, std::span<const std::string> names,
                      TargetKind target_kind);

}  // namespace holdfast
