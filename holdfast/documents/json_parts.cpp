#include "holdfast/documents/json_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holdfast/core/errors.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::documents {

/// JSON has no NaN and no infinity, and nobody should compute with one unawares.
double finite(double value) {
  if (!std::isfinite(value))
    throw NumericFailure(fmt::format("the result is {}, not a number", value));
  return value;
}

Json as_json(const registry::OptionValue& value) {
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

/// Adds what was given, and defaults. Keys have underscores; what was once written with hyphens
/// stays beside them.
void add_options(Json& json, const registry::OptionValues& options) {
  for (const auto& option : options.table()) {
    if (!options.has(option.name) || !options.matters(option.name)) continue;
    std::string key = option.name;
    std::ranges::replace(key, '-', '_');
    json[key] = as_json(options.value(option.name));
    if (key != option.name) json[option.name] = json[key];
  }
}

Json named(const registry::OptionValues& options) {
  Json json{{"name", options.owner()}};
  add_options(json, options);
  return json;
}

Json objective_json(const tasks::BuiltObjective& built) {
  // Options have an owner, whose name finds the objective again; groups are one of its options.
  const std::string& owner = built.options.owner();
  Json json{{"name", owner.empty() ? built.objective->name() : owner},
            {"items", built.objective->size()}};
  for (const auto& fact : built.facts) json[fact.name] = as_json(fact.value);
  if (const auto largest = built.objective->largest_value())
    json["largest_value"] = finite(*largest);
  add_options(json, built.options);
  return json;
}

Json indices_json(const Objective& objective, const Items& items) {
  return objective.given_indices(items);
}

Json names_json(const Objective& objective, const Items& items) {
  Json names = Json::array();
  for (const Item item : items) names.push_back(objective.item_name(item));
  return names;
}

Json indexed_json(const Objective& objective, const Items& items) {
  Json list = Json::array();
  for (const Item item : items)
    list.push_back({{"index", objective.given_index(item)}, {"name", objective.item_name(item)}});
  return list;
}

void add_value(Json& json, const Objective& objective, double value, const std::string& prefix) {
  json[prefix + "value"] = finite(value);
  if (const auto part = tasks::share(objective, value)) json[prefix + "share"] = finite(*part);
  if (const auto cost = objective.cost(value)) json[prefix + "cost"] = finite(*cost);
}

/// One attack: who, what is left, what is gone.
Json deletion_core(const Objective& objective, const Deletion& deletion) {
  Json json;
  json["adversary"] = deletion.adversary;
  add_value(json, objective, deletion.value);
  json["proven"] = deletion.proven;
  json["deleted"] = indices_json(objective, deletion.items);
  return json;
}

void add_worst_case(Json& json, const Objective& objective, const tasks::Judged& judged) {
  const Deletion& worst = judged.worst();
  add_value(json, objective, worst.value);
  json["adversary"] = worst.adversary;
  json["proven"] = worst.proven;
  json["at_least"] = worst.at_least;
  json["deleted"] = indices_json(objective, worst.items);
  json["deleted_names"] = names_json(objective, worst.items);
  json["values_left"] = judged.values_left;
  json["tried"] = Json::array();
  double seconds = 0.0;
  std::int64_t evaluations = 0;
  for (const auto& deletion : judged.attacks) {
    json["tried"].push_back(deletion_core(objective, deletion));
    seconds += deletion.seconds;
    evaluations += deletion.evaluations;
  }
  json["evaluations"] = evaluations;
  json["seconds"] = seconds;
}

Json steps_json(const Objective& objective, const Selection& selection,
                std::span<const tasks::ItemWorth> worths) {
  Json::array_t steps;
  steps.reserve(selection.steps.size());
  for (std::size_t i = 0; i < selection.steps.size(); ++i) {
    const Chosen& step = selection.steps[i];
    // Many small objects: straight into their memory, without looking for the keys.
    Json::object_t fields;
    fields.reserve(8);
    fields.emplace_back("index", objective.given_index(step.item));
    fields.emplace_back("name", objective.item_name(step.item));
    fields.emplace_back("part", to_string(step.part));
    fields.emplace_back("gain", finite(step.gain));
    if (step.bucket >= 0) fields.emplace_back("bucket", step.bucket);
    const Constraints& constraints = selection.problem.constraints;
    if (constraints.has_costs()) fields.emplace_back("price", finite(constraints.cost(step.item)));
    if (i < worths.size()) {
      fields.emplace_back("alone", finite(worths[i].alone));
      fields.emplace_back("loss", finite(worths[i].loss));
    }
    steps.emplace_back(std::move(fields));
  }
  return steps;
}

void add_constraints(Json& json, const Objective& objective, const Constraints& constraints) {
  if (constraints.empty()) return;
  Json& said = json["constraints"];
  said = Json::object();
  if (!constraints.must.empty()) {
    said["must"] = indices_json(objective, constraints.must);
    said["must_names"] = names_json(objective, constraints.must);
  }
  if (!constraints.must_not.empty()) {
    said["must_not"] = indices_json(objective, constraints.must_not);
    said["must_not_names"] = names_json(objective, constraints.must_not);
  }
  for (const Kind& kind : constraints.kinds) said["at_most"][kind.name] = kind.most;
  if (constraints.has_costs()) said["cost_limit"] = finite(constraints.cost_limit);
}

Json skipped_json(std::span<const tasks::Skipped> skipped) {
  Json list = Json::array();
  for (const auto& [algorithm, why] : skipped)
    list.push_back({{"algorithm", algorithm}, {"why", why}});
  return list;
}

std::string written(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void add_machine(Json& json, const Run& run) {
  json["threads"] = run.threads();
  json["version"] = registry::version();
}

}  // namespace holdfast::documents
