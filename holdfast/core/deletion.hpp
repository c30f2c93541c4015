#pragma once

#include <limits>
#include <string>

#include "holdfast/core/item.hpp"

namespace holdfast {

/// What an attack finds: a deletion from a set S, what it leaves, and what is proven about all
/// others of its size. Every attack and every search returns this one type.
struct Deletion {
  std::string adversary;  ///< who found it
  Items items;            ///< E, in the order of deletion; min(tau, |S|) of them
  /// f(S \ E); infinite until something is found.
  double value = std::numeric_limits<double>::infinity();
  bool proven = false;  ///< whether no other deletion of this size leaves less
  std::int64_t evaluations = 0;
  double seconds = 0.0;
  /// The lower end of the interval: no deletion of this size leaves less. Equal to `value` if
  /// `proven`; 0, which holds for every monotone f, if nothing is known. It says nothing about an f
  /// that falls when an item is added, unless `proven`.
  double at_least = 0.0;
};

}  // namespace holdfast
