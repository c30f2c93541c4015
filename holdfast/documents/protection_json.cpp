#include "holdfast/documents/documents.hpp"
#include "holdfast/documents/json_parts.hpp"

namespace holdfast::documents {

void add_protection(Json& json, const Objective& objective, const tasks::Protection& protection) {
  const Deletion& worst = protection.worst;
  json["protected"] = indices_json(objective, protection.protected_items);
  json["protected_names"] = names_json(objective, protection.protected_items);
  add_value(json, objective, worst.value);
  json["proven"] = protection.proven;
  json["at_least"] = finite(worst.at_least);
  json["deleted"] = indices_json(objective, worst.items);
  json["deleted_names"] = names_json(objective, worst.items);
  const Deletion& before = protection.unprotected;
  Json& unprotected = json["unprotected"];
  unprotected = Json::object();
  add_value(unprotected, objective, before.value);
  unprotected["proven"] = before.proven;
  unprotected["deleted"] = indices_json(objective, before.items);
  unprotected["deleted_names"] = names_json(objective, before.items);
  json["at_most"] = finite(protection.at_most);
  json["attacks"] = protection.attacks;
  json["seconds"] = protection.seconds;
}

Json protection_document(const tasks::BuiltObjective& built, const tasks::Protection& protection,
                         const Run& run) {
  const Objective& objective = *built.objective;
  Json json;
  json["schema"] = "holdfast.protection/1";
  json["objective"] = objective_json(built);
  json["tau"] = protection.tau;
  json["protect"] = protection.most;
  json["seed"] = run.seed();
  json["items"] = indexed_json(objective, protection.items);
  add_value(json, objective, protection.intact, "intact_");
  add_protection(json, objective, protection);
  add_machine(json, run);
  return json;
}

std::string protection_json(const tasks::BuiltObjective& built, const tasks::Protection& protection,
                            const Run& run) {
  return written(protection_document(built, protection, run));
}

}  // namespace holdfast::documents
