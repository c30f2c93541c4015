#include <fmt/format.h>

#include "holdfast/documents/documents.hpp"
#include "holdfast/documents/json_parts.hpp"

namespace holdfast::documents {
namespace {

Json event_json(const Objective& objective, const tasks::AssessedEvent& event) {
  Json json{{"event", event.place}};
  add_value(json, objective, event.value);
  json["weight"] = finite(event.weight);
  json["lost"] = indices_json(objective, event.lost);
  json["lost_names"] = names_json(objective, event.lost);
  return json;
}

}  // namespace

Json assessment_document(const tasks::BuiltObjective& built, const tasks::Assessment& assessment,
                         const Run& run) {
  const Objective& objective = *built.objective;
  Json json;
  json["schema"] = "holdfast.assessment/1";
  json["objective"] = objective_json(built);
  json["seed"] = run.seed();
  json["items"] = indexed_json(objective, assessment.items);
  add_value(json, objective, assessment.intact, "intact_");
  json["mean"] = finite(assessment.mean);
  if (assessment.standard_error) json["standard_error"] = finite(*assessment.standard_error);
  json["tail"] = assessment.tail;
  json["cvar"] = finite(assessment.cvar);
  json["quantiles"] = Json::object();
  for (const double share : tasks::told_quantiles)
    json["quantiles"][fmt::format("{:g}", share)] = finite(assessment.quantile(share));
  json["worst"] = event_json(objective, assessment.worst());
  json["events"] = Json::array();
  for (const auto& event : assessment.events)
    json["events"].push_back(event_json(objective, event));
  add_machine(json, run);
  return json;
}

std::string assessment_json(const tasks::BuiltObjective& built, const tasks::Assessment& assessment,
                            const Run& run) {
  return written(assessment_document(built, assessment, run));
}

}  // namespace holdfast::documents
