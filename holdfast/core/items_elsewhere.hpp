#pragma once

#include "holdfast/core/export.hpp"

namespace holdfast {

/// The mark of a structure whose items are on other machines, which answer side by side: several
/// States may then ask at once, each about items of its own.
class HOLDFAST_EXPORT ItemsElsewhere {
 public:
  virtual ~ItemsElsewhere() = default;

 protected:
  ItemsElsewhere() = default;
};

}  // namespace holdfast
