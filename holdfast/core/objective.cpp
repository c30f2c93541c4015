#include "holdfast/core/objective.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/require.hpp"
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

RatioBounds Objective::proven_ratios(const Run& run, Item largest_set) const {
  require(largest_set >= 1, "ratios are over sets of at least 1 item, got largest_set = {}",
          largest_set);
  RatioBounds bounds;
  const Item largest = std::max<Item>(1, std::min(largest_set, size()));
  const std::string monotone = fmt::format(
      "f is monotone: a set of at most {} items is worth at least its best one", largest);
  if (!seen_to_fall(*this)) {
    bounds.at_least(Ratio::gamma_check, 1.0 / largest, monotone);
    bounds.at_least(Ratio::nu_check, 1.0 / largest, monotone);
  }
  if (is_submodular()) {
    for (const Ratio ratio : {Ratio::gamma, Ratio::nu, Ratio::theta})
      bounds.at_least(ratio, 1.0, "f is submodular");
    bounds.at_most(Ratio::alpha_check, 0.0, "f is submodular");
  }
  if (size() > 0) do_prove_ratios(run, largest, bounds);
  bounds.apply_relations();
  return bounds;
}

void Objective::do_prove_ratios(const Run& /*run*/, Item /*largest_set*/,
                                RatioBounds& /*bounds*/) const {}

Items Objective::all_items() const {
  Items items(static_cast<std::size_t>(size()));
  std::iota(items.begin(), items.end(), 0);
  return items;
}

Items Objective::given_indices(std::span<const Item> items) const {
  Items indices;
  indices.reserve(items.size());
  for (const Item item : items) indices.push_back(given_index(item));
  return indices;
}

Items Objective::items_given_as(std::span<const Item> indices) const {
  std::unordered_map<Item, Item> item_at;
  for (Item item = 0; item < size(); ++item) item_at.emplace(given_index(item), item);
  Items items;
  items.reserve(indices.size());
  for (const Item index : indices) {
    const auto found = item_at.find(index);
    if (found == item_at.end()) {
      throw std::invalid_argument(
          fmt::format("there is no item {} among the {} items", index, size()));
    }
    items.push_back(found->second);
  }
  return items;
}

void Objective::require_set(std::span<const Item> set) const {
  std::vector<bool> seen(static_cast<std::size_t>(size()), false);
  for (const Item item : set) {
    require(item >= 0 && item < size(), "item {} is not in the ground set: valid items are 0 to {}",
            item, size() - 1);
    require(!seen[static_cast<std::size_t>(item)], "item {} appears twice in a set", item);
    seen[static_cast<std::size_t>(item)] = true;
  }
}

}  // namespace holdfast
