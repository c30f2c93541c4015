#include "holdfast/documents/documents.hpp"
#include "holdfast/documents/json_parts.hpp"
#include "holdfast/documents/results_json.hpp"

namespace holdfast::documents {
namespace {

Json valued_set(const Objective& objective, const Items& items, double value) {
  Json json;
  json["items"] = indices_json(objective, items);
  json["names"] = names_json(objective, items);
  add_value(json, objective, value);
  return json;
}

/// What was asked of every round, and of whom.
void begin(Json& json, const tasks::BuiltObjective& built, const registry::OptionValues& algorithm,
           const Run& run) {
  json["objective"] = objective_json(built);
  json["algorithm"] = named(algorithm);
  json["seed"] = run.seed();
}

void add_round(Json& json, const Objective& objective, const tasks::RepairResult& result) {
  const Selection& selection = result.repaired.selection;
  const Items added = result.added();
  json["k"] = selection.problem.k;
  json["tau"] = selection.problem.tau;
  json["refill"] = result.loss.refill;
  add_constraints(json, objective, selection.problem.constraints);
  json["before"] = valued_set(objective, result.before, result.value_before);
  json["deleted"] = indices_json(objective, result.loss.deleted);
  json["deleted_names"] = names_json(objective, result.loss.deleted);
  json["left"] = valued_set(objective, result.left, result.value_left);
  json["added"] = indices_json(objective, added);
  json["added_names"] = names_json(objective, added);
  json["items"] = steps_json(objective, selection, result.repaired.worths);
  add_value(json, objective, selection.value);
  json["worst_case"] = Json::object();
  add_worst_case(json["worst_case"], objective, result.repaired);
  json["stopped"] = selection.stopped;
  json["interrupted"] = selection.interrupted();
  json["evaluations"] = selection.evaluations;
  json["seconds"] = selection.seconds;
}

}  // namespace

Json repair_document(const tasks::BuiltObjective& built, const registry::OptionValues& algorithm,
                     const tasks::RepairResult& result, const Run& run) {
  Json json;
  json["schema"] = "holdfast.repair/1";
  begin(json, built, algorithm, run);
  add_round(json, *built.objective, result);
  add_machine(json, run);
  return json;
}

Json replan_document(const tasks::BuiltObjective& built, const registry::OptionValues& algorithm,
                     std::span<const tasks::RepairResult> rounds, const Run& run) {
  Json json;
  json["schema"] = "holdfast.replan/1";
  begin(json, built, algorithm, run);
  json["rounds"] = Json::array();
  for (const auto& round : rounds) {
    Json entry;
    add_round(entry, *built.objective, round);
    json["rounds"].push_back(std::move(entry));
  }
  add_machine(json, run);
  return json;
}

std::string repair_json(const tasks::BuiltObjective& built, const registry::OptionValues& algorithm,
                        const tasks::RepairResult& result, const Run& run) {
  return written(repair_document(built, algorithm, result, run));
}

std::string replan_json(const tasks::BuiltObjective& built, const registry::OptionValues& algorithm,
                        std::span<const tasks::RepairResult> rounds, const Run& run) {
  return written(replan_document(built, algorithm, rounds, run));
}

}  // namespace holdfast::documents
