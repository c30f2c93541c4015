#include "holdfast/registry/results_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "holdfast/core/errors.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

using Json = nlohmann::ordered_json;

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

void add_value(Json& json, const Objective& objective, double value,
               const std::string& prefix = "") {
  json[prefix + "value"] = finite(value);
  if (const auto part = share(objective, value)) json[prefix + "share"] = finite(*part);
}

Json names_json(const Objective& objective, const Items& items) {
  Json names = Json::array();
  for (const Item item : items) names.push_back(objective.item_name(item));
  return names;
}

/// One attack: who, what is left, what is gone.
Json deletion_core(const Objective& objective, const Deletion& deletion) {
  Json json;
  json["adversary"] = deletion.adversary;
  add_value(json, objective, deletion.value);
  json["proven"] = deletion.proven;
  json["deleted"] = deletion.items;
  return json;
}

void add_worst_case(Json& json, const Objective& objective, const AttackResult& result) {
  const Deletion& worst = result.worst();
  add_value(json, objective, worst.value);
  json["adversary"] = worst.adversary;
  json["proven"] = worst.proven;
  json["deleted"] = worst.items;
  json["deleted_names"] = names_json(objective, worst.items);
  json["values_left"] = result.left;
  json["tried"] = Json::array();
  double seconds = 0.0;
  std::int64_t evaluations = 0;
  for (const auto& deletion : result.tried) {
    json["tried"].push_back(deletion_core(objective, deletion));
    seconds += deletion.seconds;
    evaluations += deletion.evaluations;
  }
  json["evaluations"] = evaluations;
  json["seconds"] = seconds;
}

Json steps_json(const Objective& objective, const Selection& selection) {
  Json steps = Json::array();
  for (const auto& step : selection.steps) {
    Json json{{"index", step.item},
              {"name", objective.item_name(step.item)},
              {"part", to_string(step.part)},
              {"gain", finite(step.gain)}};
    if (step.bucket >= 0) json["bucket"] = step.bucket;
    steps.push_back(std::move(json));
  }
  return steps;
}

std::string written(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void add_machine(Json& json, const Run& run) {
  json["threads"] = run.threads();
  json["version"] = version();
}

}  // namespace

std::string selection_json(const BuiltObjective& built, const OptionValues& algorithm,
                           const SelectionResult& result, const Run& run) {
  const Selection& selection = result.selection;
  Json json;
  json["schema"] = "holdfast.selection/1";
  json["objective"] = objective_json(built);
  json["algorithm"] = named(algorithm);
  json["k"] = selection.problem.k;
  json["tau"] = selection.problem.tau;
  json["seed"] = selection.seed;
  json["items"] = steps_json(*built.objective, selection);
  add_value(json, *built.objective, selection.value);
  json["worst_case"] = Json::object();
  add_worst_case(json["worst_case"], *built.objective, result.attacked);
  json["stopped"] = selection.stopped;
  json["evaluations"] = selection.evaluations;
  json["seconds"] = selection.seconds;
  add_machine(json, run);
  return written(json);
}

std::string deletion_json(const BuiltObjective& built, Item tau, const AttackResult& result,
                          const Run& run) {
  Json json;
  json["schema"] = "holdfast.deletion/1";
  json["objective"] = objective_json(built);
  json["tau"] = tau;
  json["seed"] = run.seed();
  json["items"] = Json::array();
  for (const Item item : result.items) {
    json["items"].push_back({{"index", item}, {"name", built.objective->item_name(item)}});
  }
  add_value(json, *built.objective, result.value, "intact_");
  add_worst_case(json, *built.objective, result);
  add_machine(json, run);
  return written(json);
}

std::string curve_json(const BuiltObjective& built, const Problem& problem, Item tau_max,
                       const CurveResult& result, const Run& run) {
  Json json;
  json["schema"] = "holdfast.curve/1";
  json["objective"] = objective_json(built);
  json["k"] = problem.k;
  json["tau"] = problem.tau;
  json["tau_max"] = tau_max;
  json["seed"] = run.seed();
  json["curves"] = Json::array();
  for (const auto& curve : result.curves) {
    Json points = Json::array();
    for (std::size_t tau = 0; tau < curve.worst.size(); ++tau) {
      Json point{{"tau", tau}};
      point.update(deletion_core(*built.objective, curve.worst[tau]));
      points.push_back(std::move(point));
    }
    json["curves"].push_back({{"algorithm", named(curve.algorithm)},
                              {"items", steps_json(*built.objective, curve.selection)},
                              {"points", std::move(points)},
                              {"evaluations", curve.selection.evaluations},
                              {"seconds", curve.selection.seconds}});
  }
  json["skipped"] = Json::array();
  for (const auto& skipped : result.skipped) {
    json["skipped"].push_back({{"algorithm", skipped.algorithm}, {"why", skipped.why}});
  }
  add_machine(json, run);
  return written(json);
}

std::string dataset_json(const OptionValues& generator, std::uint64_t seed,
                         std::span<const std::string> files) {
  Json json;
  json["schema"] = "holdfast.dataset/1";
  json["dataset"] = named(generator);
  json["seed"] = seed;
  json["files"] = files;
  json["version"] = version();
  return written(json);
}

}  // namespace holdfast::registry
