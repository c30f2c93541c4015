#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/core/export.hpp"

namespace holdfast {

/// Where items are on a map.
struct Places {
  bool geographic = false;  ///< longitude and latitude in degrees, else any two numbers
  /// One for each item: x and y, or nothing.
  std::vector<std::optional<std::array<double, 2>>> of_item;
};

/// Reads them from a CSV file with the columns latitude and longitude, or x and y, in any order and
/// beside others. The items are in the column `name` or `item`, else in the first one that holds no
/// coordinate. Names that are no items are skipped: a file may know more places than are asked
/// for. Throws InvalidInput if none of them is an item, if one comes twice, or if a coordinate is
/// no number or beyond the poles.
HOLDFAST_EXPORT Places read_coordinates(const std::string& path,
                                        const std::vector<std::string>& names);

}  // namespace holdfast
