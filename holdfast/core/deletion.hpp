#pragma once

#include <cstdint>
#include <string>

#include "holdfast/core/item.hpp"

namespace holdfast {

/// What an adversary returns.
struct Deletion {
  std::string adversary;
  Items items;          ///< E, in the order of deletion; min(tau, |S|) of them
  double value = 0.0;   ///< f(S \ E)
  bool proven = false;  ///< whether no other deletion of this size leaves less
  std::int64_t evaluations = 0;
  double seconds = 0.0;
  /// Proven: no deletion of this size leaves less than this. `value` if that is proven, 0 (true of
  /// every monotone f) if nothing is known.
  double at_least = 0.0;
};

}  // namespace holdfast
