#include "holdfast/registry/results_json.hpp"

#include "holdfast/registry/documents.hpp"
#include "holdfast/registry/json_parts.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/registry/theory_json.hpp"

namespace holdfast::registry {
namespace {

void add_value(Json& json, const Objective& objective, double value,
               const std::string& prefix = "") {
  json[prefix + "value"] = finite(value);
  if (const auto part = share(objective, value)) json[prefix + "share"] = finite(*part);
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
  Json::array_t steps;
  steps.reserve(selection.steps.size());
  for (const auto& step : selection.steps) {
    // Many small objects: straight into their memory, without looking for the keys.
    Json::object_t fields;
    fields.reserve(5);
    fields.emplace_back("index", step.item);
    fields.emplace_back("name", objective.item_name(step.item));
    fields.emplace_back("part", to_string(step.part));
    fields.emplace_back("gain", finite(step.gain));
    if (step.bucket >= 0) fields.emplace_back("bucket", step.bucket);
    steps.emplace_back(std::move(fields));
  }
  return steps;
}

}  // namespace

Json selection_document(const BuiltObjective& built, const OptionValues& algorithm,
                        const SelectionResult& result, const Run& run,
                        const Explanation* explanation, const Certificate* certificate) {
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
  if (explanation) json["guarantee"] = explanation_json(*explanation);
  if (certificate) add_certificate(json["certificate"], *certificate, *built.objective);
  json["stopped"] = selection.stopped;
  json["evaluations"] = selection.evaluations;
  json["seconds"] = selection.seconds;
  add_machine(json, run);
  return json;
}

Json deletion_document(const BuiltObjective& built, Item tau, const AttackResult& result,
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
  return json;
}

Json curve_document(const BuiltObjective& built, const Problem& problem, Item tau_max,
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
  return json;
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

std::string selection_json(const BuiltObjective& built, const OptionValues& algorithm,
                           const SelectionResult& result, const Run& run,
                           const Explanation* explanation, const Certificate* certificate) {
  return written(selection_document(built, algorithm, result, run, explanation, certificate));
}

std::string deletion_json(const BuiltObjective& built, Item tau, const AttackResult& result,
                          const Run& run) {
  return written(deletion_document(built, tau, result, run));
}

std::string curve_json(const BuiltObjective& built, const Problem& problem, Item tau_max,
                       const CurveResult& result, const Run& run) {
  return written(curve_document(built, problem, tau_max, result, run));
}

std::string ratios_json(const BuiltObjective& built, const Ratios& ratios, const Run& run) {
  return written(ratios_document(built, ratios, run));
}

std::string guarantee_json(const GuaranteeResult& result, const BuiltObjective* built,
                           const Ratios* ratios, const Run& run) {
  return written(guarantee_document(result, built, ratios, run));
}

}  // namespace holdfast::registry
