#include "holdfast/registry/json_parts.hpp"

#include <fmt/format.h>

#include <cmath>

#include "holdfast/core/errors.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {

/// JSON has no NaN and no infinity, and nobody should compute with one unawares.
double finite(double value) {
  if (!std::isfinite(value))
    throw NumericFailure(fmt::format("the result is {}, not a number", value));
  return value;
}

Json as_json(const OptionValue& value) {
  return std::visit(
      [](const auto& typed) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(typed)>, std::monostate>) {
          return nullptr;
        } else {
          return typed;
        }
      },
      value);
}

/// Adds what was given, and defaults.
void add_options(Json& json, const OptionValues& options) {
  for (const auto& option : options.table()) {
    if (options.has(option.name) && options.matters(option.name))
      json[option.name] = as_json(options.value(option.name));
  }
}

Json named(const OptionValues& options) {
  Json json{{"name", options.owner()}};
  add_options(json, options);
  return json;
}

Json objective_json(const BuiltObjective& built) {
  Json json{{"name", built.objective->name()}, {"items", built.objective->size()}};
  for (const auto& fact : built.facts) json[fact.name] = as_json(fact.value);
  if (const auto largest = built.objective->largest_value())
    json["largest_value"] = finite(*largest);
  add_options(json, built.options);
  return json;
}

Json names_json(const Objective& objective, const Items& items) {
  Json names = Json::array();
  for (const Item item : items) names.push_back(objective.item_name(item));
  return names;
}

std::string written(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void add_machine(Json& json, const Run& run) {
  json["threads"] = run.threads();
  json["version"] = version();
}

}  // namespace holdfast::registry
