#include "holdfast/tasks/places.hpp"

#include "holdfast/objectives/combined/grouped.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::tasks {
namespace {

/// Which of two columns is x. Their names tell degrees from other numbers.
struct Axes {
  bool geographic;
  std::size_t x;
};

Axes axes_of(const std::vector<std::string>& columns) {
  using Names = std::vector<std::string>;
  if (columns == Names{"latitude", "longitude"}) return {true, 1};
  return {columns == Names{"longitude", "latitude"}, 0};
}

}  // namespace

std::optional<Places> places_of(const BuiltObjective& built,
                                const std::optional<std::string>& coordinates) {
  const Objective& objective = *built.objective;
  if (coordinates) return read_coordinates(*coordinates, registry::item_names(objective).names);
  const auto& options = built.options;
  const bool has_points = options.knows("points") && options.has("points");
  // Standard input can be read only once, and a group is at no single point.
  if (!has_points || options.text("points") == "-") return std::nullopt;
  if (dynamic_cast<const GroupedObjective*>(&objective)) return std::nullopt;
  const auto points = registry::read_points(options);
  if (points.values.cols() != 2) return std::nullopt;
  const Axes axes = axes_of(points.columns);
  Places places{axes.geographic, {}};
  for (const Item row : objective.given_indices(objective.all_items())) {
    const auto at = static_cast<std::size_t>(row);
    places.of_item.push_back({{points.values(at, axes.x), points.values(at, 1 - axes.x)}});
  }
  return places;
}

}  // namespace holdfast::tasks
