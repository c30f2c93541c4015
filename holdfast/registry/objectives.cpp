#include "holdfast/registry/objective_entries.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {

const std::vector<ObjectiveEntry>& objectives() {
  static const std::vector<ObjectiveEntry> table{linear_entry(),
                                                 logistic_entry(),
                                                 softmax_entry(),
                                                 variance_reduction_entry(),
                                                 facility_location_entry(),
                                                 coverage_entry(),
                                                 logdet_entry()};
  return table;
}

}  // namespace holdfast::registry
