#include "holdfast/tasks/groups.hpp"

#include <utility>

#include "holdfast/data/read.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::tasks {

std::vector<Group> read_groups(const std::string& path, const Objective& objective) {
  const auto read = read_item_labels(path, "group", registry::item_names(objective));
  std::vector<Group> groups;
  groups.reserve(read.labels.size());
  for (const auto& label : read.labels) groups.push_back({label, {}});
  for (const Item item : objective.all_items()) {
    const auto label = read.label_of[static_cast<std::size_t>(item)];
    if (label >= 0) groups[static_cast<std::size_t>(label)].members.push_back(item);
  }
  return groups;
}

BuiltObjective in_groups(BuiltObjective built, std::vector<Group> groups) {
  built.facts.push_back(
      registry::count_fact("members", static_cast<std::size_t>(built.objective->size())));
  built.objective =
      std::make_shared<GroupedObjective>(std::move(built.objective), std::move(groups));
  return built;
}

}  // namespace holdfast::tasks
