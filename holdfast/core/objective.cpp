#include "holdfast/core/objective.hpp"

#include <fmt/format.h>

#include <numeric>
#include <stdexcept>
#include <vector>

#include "holdfast/core/state.hpp"

namespace holdfast {

Objective::~Objective() = default;

std::string Objective::item_name(Item item) const { return std::to_string(item); }

double Objective::value(std::span<const Item> set) const {
  require_set(set);
  return set.empty() ? 0.0 : do_value(set);
}

std::unique_ptr<State> Objective::start(const Run& run) const { return do_start(run); }

std::unique_ptr<State> Objective::start_at(const Run& run, std::span<const Item> set) const {
  require_set(set);
  auto state = start(run);
  for (const Item item : set) state->add(item);
  return state;
}

Items Objective::all_items() const {
  Items items(static_cast<std::size_t>(size()));
  std::iota(items.begin(), items.end(), 0);
  return items;
}

void Objective::require_set(std::span<const Item> set) const {
  std::vector<bool> seen(static_cast<std::size_t>(size()), false);
  for (const Item item : set) {
    if (item < 0 || item >= size()) {
      throw std::invalid_argument(fmt::format(
          "item {} is not in the ground set: valid items are 0 to {}", item, size() - 1));
    }
    if (seen[static_cast<std::size_t>(item)]) {
      throw std::invalid_argument(fmt::format("item {} is named twice in a set", item));
    }
    seen[static_cast<std::size_t>(item)] = true;
  }
}

}  // namespace holdfast
