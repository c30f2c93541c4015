#include "holdfast/registry/objective_entries.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {

const std::vector<ObjectiveEntry>& objectives() {
  static const std::vector<ObjectiveEntry> table = [] {
    std::vector<ObjectiveEntry> all;
    for (const auto& family : {regression_objectives(), kernel_objectives(), covering_objectives()})
      all.insert(all.end(), family.begin(), family.end());
    return all;
  }();
  return table;
}

}  // namespace holdfast::registry
