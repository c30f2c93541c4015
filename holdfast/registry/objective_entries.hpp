#pragma once

#include "holdfast/registry/entries.hpp"

/// One function per objective; objectives() lists them.
namespace holdfast::registry {

ObjectiveEntry linear_entry();
ObjectiveEntry logistic_entry();
ObjectiveEntry softmax_entry();
ObjectiveEntry variance_reduction_entry();
ObjectiveEntry facility_location_entry();
ObjectiveEntry coverage_entry();
ObjectiveEntry logdet_entry();

}  // namespace holdfast::registry
