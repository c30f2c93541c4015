#include "holdfast/documents/documents.hpp"
#include "holdfast/documents/json_parts.hpp"

namespace holdfast::documents {

Json summary_document(const tasks::BuiltObjective& built, const tasks::SummaryResult& result,
                      const Run& run) {
  const Objective& objective = *built.objective;
  const auto& [options, stream, parts, constraints] = result.request;
  Json json;
  json["schema"] = "holdfast.summary/1";
  json["objective"] = objective_json(built);
  json["k"] = options.k;
  json["deletions"] = options.deletions;
  json["epsilon"] = options.epsilon;
  json["method"] = stream ? "stream" : "whole";
  json["parts"] = parts;
  json["seed"] = run.seed();
  add_constraints(json, objective, constraints);
  json["items"] = indexed_json(objective, result.summary.items());
  json["largest"] = indices_json(objective, result.summary.largest);
  json["levels"] = Json::array();
  for (const auto& [threshold, chosen, waiting] : result.summary.levels) {
    json["levels"].push_back({{"threshold", finite(threshold)},
                              {"chosen", indices_json(objective, chosen)},
                              {"waiting", indices_json(objective, waiting)}});
  }
  json["evaluations"] = result.evaluations;
  json["seconds"] = result.seconds;
  add_machine(json, run);
  return json;
}

Json summary_choice_document(const tasks::BuiltObjective& base, const tasks::SummaryChoice& choice,
                             const Items& deleted, const Run& run) {
  Json json = selection_document(choice.built, choice.selected, run);
  // The candidates were those of the summary, but the data are the base's.
  json["objective"]["items"] = base.objective->size();
  json["summary"] = {{"left", choice.left.size()},
                     {"deleted", indices_json(*base.objective, deleted)},
                     {"deleted_names", names_json(*base.objective, deleted)},
                     {"by_thresholds", choice.by_thresholds}};
  return json;
}

std::string summary_json(const tasks::BuiltObjective& built, const tasks::SummaryResult& result,
                         const Run& run) {
  return written(summary_document(built, result, run));
}

std::string summary_choice_json(const tasks::BuiltObjective& base,
                                const tasks::SummaryChoice& choice, const Items& deleted,
                                const Run& run) {
  return written(summary_choice_document(base, choice, deleted, run));
}

}  // namespace holdfast::documents
