#pragma once

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// What some States can answer besides: values and gains of sets with a few members less, all at
/// once and without moving there.
class HOLDFAST_EXPORT SurvivorGains {
 public:
  virtual ~SurvivorGains();

  /// values[r] = f(S \ removed[r]), and gains[r * |candidates| + c] the gain of a candidate over
  /// that set. Returns false, and leaves the outputs undefined, where rounding would show: then
  /// clones must move.
  virtual bool survivors(std::span<const Items> removed, std::span<const Item> candidates,
                         std::span<double> values, std::span<double> gains) = 0;

 protected:
  SurvivorGains() = default;
  SurvivorGains(const SurvivorGains&) = default;
};

}  // namespace holdfast
